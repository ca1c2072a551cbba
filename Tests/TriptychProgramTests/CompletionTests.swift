import Glibc
import Testing

@Suite struct CompletionTests {
  /// What bash offers for a line whose cursor stands at its end.
  private func offers(_ line: String, in folder: String? = nil) throws -> [String] {
    let script = try TemporaryFolder()
    script.write(try Run(["completions", "bash"]).output, to: "triptych")
    let program = """
      source '\(script.path)/triptych'
      compopt() { printf 'compopt %s\\n' "$*"; }
      COMP_WORDS=(\(line)) COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      COMP_LINE='\(line)' COMP_POINT=${#COMP_LINE}
      COMPREPLY=()
      _triptych
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let run = try Run(["--norc", "-c", program], folder: folder, program: "/bin/bash")
    #expect(run.errors == "" && run.code == 0, "\(line)")
    return run.output.split(separator: "\n").map { String($0) }
  }

  @Test("bash completes commands, options and values")
  func bash() throws {
    #expect(try offers("triptych comple").contains("completions"))
    #expect(try offers("triptych --shuf") == ["--shuffle"])
    #expect(try offers("triptych --no-shuf") == ["--no-shuffle"])
    #expect(try offers("triptych --fit co") == ["contain", "cover"])
    #expect(try offers("triptych --fit=co") == ["contain", "cover"])
    #expect(try offers("triptych --shuffle=") == ["yes", "no"])
    #expect(try offers("triptych --transition wipe:u") == ["up"])
    #expect(try offers("triptych --transition=crossf") == ["crossfade"])
    #expect(try offers("triptych render --siz") == ["--size"])
    #expect(try offers("triptych check --ent") == ["--entries"])
    #expect(try offers("triptych check --shuf") == [])
    #expect(try offers("triptych help idle-g") == ["idle-goto"])
    #expect(try offers("triptych ctl set transition-d") == ["transition-duration"])
    #expect(try offers("triptych ctl set fit co") == ["contain", "cover"])
    #expect(try offers("triptych ctl set mute ") == ["yes", "no"])
    #expect(try offers("triptych ctl set transition wipe:u") == ["up"])
    #expect(try offers("triptych ctl set volume ") == [])
    #expect(try offers("triptych ctl set seed").isEmpty)
    #expect(try offers("triptych completions z") == ["zsh"])
    #expect(try offers("triptych --duration ") == [])
  }

  @Test("paths are left to bash itself, which knows how to write them, where one can stand")
  func paths() throws {
    let paths = "compopt -o default -o filenames"
    #expect(try offers("triptych my") == [paths])
    #expect(try offers("triptych --shuffle my") == [paths])
    #expect(try offers("triptych --playlist my") == [paths])
    #expect(try offers("triptych --playlist=my") == [paths])
    #expect(try offers("triptych doctor my") == [paths])
    #expect(try offers("triptych keys my") == [])
    let folder = try TemporaryFolder()
    folder.write("", to: "render it.m3u")
    #expect(
      try offers("triptych rend", in: folder.path) == [paths, "render", "render it.m3u"])
  }

  @Test("each shell that is there takes its script", arguments: ["bash", "zsh", "fish"])
  func syntax(shell: String) throws {
    let run = try Run(["completions", shell])
    #expect(run.code == 0 && run.output.contains("idle-reset"))
    guard
      let path = ["/bin/", "/usr/bin/"].map({ $0 + shell }).first(where: { access($0, X_OK) == 0 })
    else { return }
    let folder = try TemporaryFolder()
    folder.write(run.output, to: "script")
    let check = try Run(["-n", folder.path + "/script"], program: path)
    #expect((check.code, check.errors) == (0, ""))
  }

  @Test("a shell must be named, and be one of those known")
  func mistakes() throws {
    let none = try Run(["completions"])
    #expect(none.code == 2 && none.errors.contains("completions needs a shell: bash, zsh, fish"))
    let bad = try Run(["completions", "fishh"])
    #expect(bad.code == 2 && bad.errors.contains("did you mean fish?"))
    #expect(try Run(["completions", "bash", "zsh"]).code == 2)
  }

  @Test("the manual page is troff that groff takes without a word")
  func manual() throws {
    let run = try Run(["help", "manual"])
    #expect(run.code == 0 && run.output.hasPrefix(".TH TRIPTYCH 1"))
    guard access("/usr/bin/groff", X_OK) == 0 else { return }
    let folder = try TemporaryFolder()
    folder.write(run.output, to: "triptych.1")
    let words = ["-k", "-man", "-ww", "-Tutf8", folder.path + "/triptych.1"]
    let check = try Run(words, variables: ["PATH=/usr/bin:/bin"], program: "/usr/bin/groff")
    #expect(check.code == 0 && check.errors == "")
    #expect(check.output.contains("IDLE") || check.output.contains("idle"))
  }
}
