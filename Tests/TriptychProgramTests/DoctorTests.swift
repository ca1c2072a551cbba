import Glibc
import Testing

@testable import TriptychApp

@Suite struct DoctorTests {
  private let unseen = ["SDL_VIDEODRIVER=dummy", "SDL_AUDIODRIVER=dummy"]

  @Test("a finding goes through the pipe whole, and cannot forge another")
  func findings() {
    let all: [Finding] = [.ok("a"), .warn("b", "do c"), .fail("d", "do e")]
    #expect(all.map(\.line) == ["ok   a\n", "warn b — do c\n", "FAIL d — do e\n"])
    for finding in all { #expect(Finding(message: finding.message.dropLast()) == finding) }
    #expect(Finding.ok("pad\nFAIL\tx").message == "ok\tpad\\x0AFAIL\\x09x\n")
    for nonsense in ["", "ok", "bad\tb", "ok\ta\tb\tc"] {
      #expect(Finding(message: nonsense) == nil)
    }
    #expect(all.dropLast().map(\.self).allowAShow && !all.allowAShow)
  }

  @Test("each line says how it stands, and what to do where something is to be done")
  func lines() throws {
    let run = try Run(["doctor"], variables: unseen)
    #expect(run.code == 0 && run.errors == "")
    for line in run.output.split(separator: "\n") {
      let level = line.prefix(5)
      #expect(["ok   ", "warn "].contains(level), "\(line)")
      #expect(level == "ok   " || line.contains(" — "), "\(line)")
    }
    for subject in ["SDL 2", "display 1: ", "sound: ", "decoder of pictures, locked in by seccomp"]
    {
      #expect(run.output.contains(subject), "\(subject)")
    }
  }

  @Test("without a display a show could not run: FAIL, and 1")
  func noDisplay() throws {
    let run = try Run(["doctor"], variables: ["SDL_VIDEODRIVER=x11", "SDL_AUDIODRIVER=dummy"])
    #expect(run.code == 1 && run.output.contains("\nFAIL no display: x11 not available — start it"))
    #expect(run.output.contains("\nok   decoder of pictures"))
  }

  @Test("a file is named with its size, or why it cannot be shown")
  func files() throws {
    let show = try RenderedShow()
    show.paint(1)
    let good = try Run(["doctor", show.path("1.bmp")])
    #expect(good.code == 0 && good.output.hasPrefix("ok   \(show.path("1.bmp")), "))
    #expect(good.output.contains(": BMP, "))
    show.write("no picture\n", to: "bad.jpg")
    show.write("1.bmp\n", to: "list.m3u")
    let run = try Run(
      ["doctor", show.path("bad.jpg"), show.path("none"), show.path("list.m3u"), show.folder])
    let lines = run.output.split(separator: "\n")
    #expect(run.code == 1 && lines.count == 4)
    #expect(
      lines[0].contains("bad.jpg, 1 KiB: cannot be shown: not a picture of a known format — "))
    #expect(lines[1].hasSuffix("none: no such file — is the path right?"))
    #expect(lines[2].contains("list.m3u: a playlist") && lines[3].contains(": a folder"))
  }

  @Test("doctor takes no options")
  func options() throws {
    #expect(try Run(["doctor", "--shuffle"]).code == 2)
    #expect(try Run(["doctor", "--help"]).output.hasPrefix("Usage: triptych doctor"))
  }

  @Test("nobody reaches the probes by words of a command line")
  func probes() {
    #expect(Probe.runIfAsked([Array("triptych".utf8), Array("video".utf8)]) == nil)
    #expect(Probe.runIfAsked([Array("triptych-probe".utf8), Array("x".utf8)]) == nil)
  }
}
