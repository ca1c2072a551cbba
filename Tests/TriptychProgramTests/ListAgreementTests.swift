import Glibc
import Testing

/// The rules of playlists in `Tests/lists/rules.py` were written from the design, not from the
/// program: both must read the same of a thousand lists.
@Suite(.enabled(if: access("/usr/bin/python3", X_OK) == 0)) struct ListAgreementTests {
  @Test(arguments: [1, 2026]) func programAndRulesReadTheSame(_ seed: Int) throws {
    let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let program = try #require(Run.program)
    let run = try Run(
      [root + "/Tests/lists/agree", program, "--lists", "1000", "--seed", "\(seed)"],
      program: "/usr/bin/python3")
    #expect(run.code == 0 && run.errors == "")
    #expect(run.output.hasSuffix(", 0 differ\n"), "\(run.output.prefix(2000))")
  }
}
