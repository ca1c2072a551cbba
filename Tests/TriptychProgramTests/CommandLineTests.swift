import Testing
import TriptychCore

@Suite struct CommandLineTests {
  @Test("--version and --help go to standard output")
  func help() throws {
    let version = try Run(["--version"])
    #expect((version.code, version.output, version.errors) == (0, "triptych 0.1.0\n", ""))
    let help = try Run(["--help"])
    #expect((help.code, help.output, help.errors) == (0, HelpText.all, ""))
    #expect(try Run(["help"]).output == HelpText.all)
    let loop = try Run(["help", "loop"])
    #expect(loop.code == 0 && loop.output.hasPrefix("--loop"))
    for name in ["render", "check", "doctor", "transitions", "keys"] {
      let about = try Run(["help", name])
      #expect(about.code == 0 && about.output.hasPrefix("Usage: triptych \(name)"))
      #expect(try Run([name, "--help"]).output == about.output)
    }
  }

  @Test("an unknown option is named, with the nearest one, and ends with 2")
  func unknown() throws {
    let run = try Run(["--shufle", "x"])
    #expect(run.code == 2 && run.output == "")
    #expect(
      run.errors == "triptych: error: unknown option --shufle; did you mean --shuffle?\n")
    let help = try Run(["help", "durations"])
    #expect(help.code == 2 && help.errors.contains("did you mean duration?"))
  }

  @Test("a mistyped subcommand is taken for a path only if there is such a file")
  func mistyped() throws {
    let folder = try TemporaryFolder()
    folder.write("", to: "rendr")
    let words = ["rendr", "a.m3u", "--output", "o"]
    let run = try Run(words)
    #expect((run.code, run.output) == (2, ""))
    #expect(
      run.errors
        == "triptych: error: 'rendr' is neither a file here nor a command; did you mean triptych "
        + "render?\n")
    let there = try Run(words, folder: folder.path)
    #expect(there.code == 2 && there.errors.contains("--output belongs to triptych render"))
    #expect(try Run(["./chekc"], variables: ["SDL_VIDEODRIVER=dummy"]).code == 1)
  }

  @Test("a word without help is answered with the nearest, or with where all are")
  func noHelp() throws {
    #expect(
      try Run(["help", "trasnition"]).errors
        == "triptych: error: no help on 'trasnition'; did you mean transition?\n")
    #expect(
      try Run(["help", "nonsens"]).errors
        == "triptych: error: no help on 'nonsens'; triptych --help lists all options\n")
  }

  @Test("nothing to show: short usage, 2")
  func nothing() throws {
    let run = try Run([])
    #expect((run.code, run.output, run.errors) == (2, "", HelpText.shortUsage))
  }

  @Test("transitions names each and random")
  func transitions() throws {
    let run = try Run(["transitions"])
    let names = run.output.split(separator: "\n").filter { !$0.hasPrefix(" ") }
      .map { String($0.prefix { $0 != ":" }) }
    #expect(run.code == 0)
    #expect(names == TransformerTable.builtIn.entries.map(\.name) + ["random"])
    #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test("keys shows the bindings of command line and configuration")
  func keys() throws {
    #expect(try Run(["keys"]).output == Bindings.builtIn.table())
    let folder = try TemporaryFolder()
    folder.write("bind.X = seek 60\n", to: "triptych/triptych.conf")
    let run = try Run(
      ["keys", "--bind", "Q=ignore", "--kiosk"], variables: ["XDG_CONFIG_HOME=\(folder.path)"])
    #expect(run.code == 0)
    #expect(run.output.contains("\nX                          seek +60"))
    #expect(run.output.contains("\nCtrl+Q                     quit"))
    #expect(!run.output.contains("Escape"))
  }

  @Test("a bad configuration line keeps nobody from looking something up")
  func lookingUp() throws {
    let folder = try TemporaryFolder()
    folder.write("fit = covr\n", to: "triptych/triptych.conf")
    folder.write("a.jpg\n", to: "list.m3u")
    let home = ["XDG_CONFIG_HOME=\(folder.path)"]
    let words = ["check", "keys", "help", "transitions", "--version"]
    for word in words {
      let run = try Run(
        [word] + (word == "check" ? [folder.path + "/list.m3u"] : []), variables: home)
      #expect(run.code == 0 && run.output != "")
      let warns = ["check", "keys"].contains(word)
      #expect(run.errors.contains("warn: \(folder.path)/triptych/triptych.conf:1: fit:") == warns)
    }
    let play = try Run(["a.jpg"], variables: home)
    #expect(play.code == 2 && play.errors.contains("error: \(folder.path)/triptych"))
  }

  @Test("a bad configuration line is named with its place; only a kiosk plays on")
  func configuration() throws {
    let folder = try TemporaryFolder()
    folder.write("# mine\nfit = covr\n", to: "bad.conf")
    let message =
      "error: \(folder.path)/bad.conf:2: fit: 'covr' is not one of contain, cover, auto, "
      + "stretch, none, blur; did you mean cover?\n"
    let run = try Run(["none.jpg", "--config", folder.path + "/bad.conf"])
    #expect(run.code == 2 && run.output == "" && run.errors == "triptych: " + message)
    let kiosk = try Run(
      ["keys", "--kiosk", "--config", folder.path + "/bad.conf"], variables: ["JOURNAL_STREAM=8:1"])
    #expect(kiosk.code == 0 && kiosk.errors == "<4>" + message.replacing("error:", with: "warn:"))
    let missing = try Run(["keys", "--config", folder.path + "/none.conf"])
    #expect(missing.code == 2)
    #expect(
      missing.errors == "triptych: error: \(folder.path)/none.conf: No such file or directory\n")
    let notAFile = try Run(["keys", "--config", folder.path])
    #expect(notAFile.code == 2 && notAFile.errors.hasSuffix(": not a file\n"))
  }

  @Test("the home folder's configuration is read where XDG_CONFIG_HOME says nothing")
  func home() throws {
    let folder = try TemporaryFolder()
    folder.write("fit = covr\n", to: ".config/triptych/triptych.conf")
    for variables in [["HOME=\(folder.path)"], ["HOME=\(folder.path)", "XDG_CONFIG_HOME=x"]] {
      // The first HOME of two counts, so it is given alone.
      let run = try Run(["keys"], variables: variables, home: false)
      #expect(run.code == 0 && run.errors.contains("/.config/triptych/triptych.conf:1: fit:"))
    }
  }

  @Test("closed standard streams hurt nobody")
  func closedStreams() throws {
    #expect(try Run(["--help"], closed: [0, 1, 2]).code == 0)
    #expect(try Run(["--foo"], closed: [0, 1, 2]).code == 2)
    #expect(try Run(["keys"], closed: [2]).output == Bindings.builtIn.table())
  }
}
