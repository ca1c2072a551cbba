import Glibc
import TriptychCore

/// How the program ends (DESIGN section 5).
public enum ExitCode {
  /// Asked to end, or the list ended.
  public static let done: Int32 = 0
  /// Nothing playable, or a check failed.
  public static let failed: Int32 = 1
  /// Bad usage.
  public static let usage: Int32 = 2
  /// The display is lost, or there is none.
  public static let noDisplay: Int32 = 3
}

/// The whole program: reads the command line and the configuration, does what they ask for and
/// returns the exit code. `arguments`: with the program's own name in front.
public func runProgram(arguments: [[UInt8]], environment: Environment) -> Int32 {
  StandardStreams.open()
  // Whoever reads our output may go; what is written then fails, and that is enough.
  signal(SIGPIPE, SIG_IGN)
  if let code = Probe.runIfAsked(arguments) { return code }
  let invocation: Invocation
  do throws(OptionError) {
    let words = Array(arguments.dropFirst())
    try refuseMistypedVerb(words)
    invocation = try Invocation(words)
  } catch {
    return refuse(error, environment)
  }
  switch invocation.verb {
  case .version: return say("triptych \(HelpText.version)\n", environment)
  case .transitions: return say(transitionTable(), environment)
  case .completions(let shell): return completions(shell, invocation, environment)
  case .help(let word): return help(word, environment)
  case .play, .render, .rehearse, .check, .ctl, .doctor, .keys:
    return run(invocation, environment)
  }
}

/// `triptych rendr list.m3u`: no file has that name, so it was meant as a command.
private func refuseMistypedVerb(_ words: [[UInt8]]) throws(OptionError) {
  guard let mistyped = Invocation.mistypedVerb(words), !isThere(mistyped.word) else { return }
  throw mistyped.error
}

private func isThere(_ path: [UInt8]) -> Bool {
  var status = stat()
  let name = path.map { CChar(bitPattern: $0) } + [0]
  return lstat(name, &status) == 0
}

private func run(_ invocation: Invocation, _ environment: Environment) -> Int32 {
  let given = ProgramSettings(layers: [invocation.layer])
  let files = ConfigurationFiles(named: given.configuration, environment)
  var layers = files.layers + [invocation.layer]
  var record: Record?
  do throws(OptionError) {
    record = try given.replay.map { (path) throws(OptionError) in try readRecord(path) }
    // What is given now counts more than what was recorded.
    if let record { layers.insert(try SettingsLayer(record), at: 0) }
  } catch {
    return refuse(error, environment)
  }
  var settings = ProgramSettings(layers: layers)
  let safe = SafeConfiguration(settings)
  if let layer = safe.layer {
    // After the command line, before all other files.
    layers.insert(layer, at: layers.count - 1)
    settings = ProgramSettings(layers: layers)
  }
  settings.written = layers.flatMap(\.recorded)
  let log = Log(level: settings.logLevel, hasJournal: environment.hasJournal)
  // Who looks something up gets an answer all the same.
  let isStrict = files.lacksNamed || [.play, .render].contains(invocation.verb)
  let problems =
    files.problems
    + (invocation.verb == .play || settings.testsInput ? settings.readPadMappings() : [])
  for problem in problems { log.atStart(isStrict ? .error : .warn, problem) }
  if invocation.verb == .play { for problem in safe.problems { log.atStart(.warn, problem) } }
  if isStrict, !problems.isEmpty, !settings.show.kiosk { return ExitCode.usage }
  do throws(OptionError) {
    try invocation.verify(settings)
  } catch {
    return refuse(error, environment)
  }
  if let code = refuseScript(invocation, settings, given, log, environment) { return code }
  let isRepeatable = [.render, .rehearse].contains(invocation.verb)
  let chance = isRepeatable ? 0 : UInt64.random(in: 0...0xFFFF_FFFF)
  settings.show.seed = settings.seed ?? chance
  defer { log.close() }
  switch invocation.verb {
  case .render: return runRender(settings: settings, replaying: record, log: log)
  case .rehearse: return runRehearse(settings: settings, log: log)
  case .ctl(let words):
    return Ctl(settings: settings, environment: environment, log: log).run(words)
  case .check: return runCheck(settings: settings, log: log)
  case .doctor: return runDoctor(settings: settings, environment: environment)
  case .keys where settings.testsInput: return runInputTest(settings: settings, log: log)
  case .keys: return say(settings.bindings.table(kiosk: settings.show.kiosk), environment)
  default: return play(settings, record, log, environment)
  }
}

/// A transition in Lua that cannot be had is bad usage. One that is there and broken costs a
/// running show only its transition; a rendering would not be what was asked for.
private func refuseScript(
  _ invocation: Invocation, _ settings: ProgramSettings, _ given: ProgramSettings, _ log: Log,
  _ environment: Environment
) -> Int32? {
  let name = settings.show.item.transition
  guard [.play, .render].contains(invocation.verb), !settings.testsInput,
    TransformerTable.isScript(name),
    let problem = ScriptSearch(environment).problem(with: name)
  else { return nil }
  // A kiosk goes on with what its configuration leaves it.
  if settings.show.kiosk, given.show.item.transition != name { return nil }
  if case .broken = problem, invocation.verb == .play { return nil }
  log.atStart(.error, "--transition \(String(escaping: name.utf8)): \(problem.words)")
  return ExitCode.usage
}

private func play(
  _ settings: ProgramSettings, _ record: Record?, _ log: Log, _ environment: Environment
) -> Int32 {
  if settings.testsInput { return runInputTest(settings: settings, log: log) }
  // A kiosk without anything to show says so on its card, and stays.
  if settings.paths.isEmpty, settings.fallbacks.isEmpty, !settings.show.kiosk {
    StandardStreams.write(HelpText.shortUsage, to: 2)
    return ExitCode.usage
  }
  for words in settings.uselessWishes { log.atStart(.warn, words) }
  return runPlay(settings: settings, replaying: record, log: log, environment: environment)
}

private func completions(
  _ shell: Shell?, _ invocation: Invocation, _ environment: Environment
) -> Int32 {
  do throws(OptionError) {
    try invocation.verify(ProgramSettings())
  } catch {
    return refuse(error, environment)
  }
  return shell.map { say(Completions.script(for: $0), environment) } ?? ExitCode.usage
}

private func help(_ word: String?, _ environment: Environment) -> Int32 {
  guard let word else { return say(HelpText.all, environment) }
  do throws(OptionError) {
    return say(try HelpText.about(word), environment)
  } catch {
    return refuse(error, environment)
  }
}

/// Names and what one sees, at most 80 columns.
private func transitionTable() -> String {
  let entries = TransformerTable.builtIn.entries.map { entry in
    let variants = entry.variants.joined(separator: "|")
    return (entry.name + (variants.isEmpty ? "" : ":" + variants), entry.summary)
  }
  let all = entries + [(TransformerTable.random, "another one at each change, but not cut")]
  return all.map { name, summary in
    name + "\n" + "    " + summary + "\n"
  }.joined()
}

/// Bad usage: the error log level always shows, and the journal's form where it is read.
private func refuse(_ error: OptionError, _ environment: Environment) -> Int32 {
  Log(level: .error, hasJournal: environment.hasJournal).atStart(.error, error.message)
  return ExitCode.usage
}

private func say(_ text: String, _ environment: Environment) -> Int32 {
  if StandardStreams.write(text) { return ExitCode.done }
  let reason = String(cString: strerror(errno))
  Log(level: .error, hasJournal: environment.hasJournal)
    .atStart(.error, "standard output: \(reason)")
  return ExitCode.failed
}
