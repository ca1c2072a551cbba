import Glibc
import TriptychCore
import TriptychMedia

/// `triptych doctor [FILE] …` (DESIGN section 5): says what there is, what is missing and what to
/// do about it. The exit code: 1 if a show could not run, or a file not be shown.
func runDoctor(settings: ProgramSettings, environment: Environment) -> Int32 {
  var isGood = true
  func tell(_ findings: [Finding]) {
    isGood = isGood && findings.allowAShow
    // Each as soon as it is known: a device that does not answer is waited for.
    for finding in findings { StandardStreams.write(finding.line) }
  }
  guard settings.paths.isEmpty else {
    for path in settings.paths { tell(examine(path.bytes)) }
    return isGood ? ExitCode.done : ExitCode.failed
  }
  tell([.ok("triptych \(HelpText.version)")])
  tell(displays())
  tell(cards())
  tell(Probe.run(.sound))
  tell(Probe.run(.pads))
  tell(inputDevices())
  tell(userGroups())
  tell(workers())
  tell(kernel())
  tell(clock())
  tell(memoryAndLimits())
  tell(controlSocket(environment))
  return isGood ? ExitCode.done : ExitCode.failed
}

/// The decoders: found, answering, locked in, and what they can do.
private func workers() -> [Finding] {
  guard let programs = WorkerPrograms.ofRunningProgram() else {
    return [.fail("decoders: where they are is unknown without /proc", "mount /proc")]
  }
  let inquiry = WorkerInquiry(programs: programs)
  return WorkerInquiry.Subject.allCases.map { subject in
    do throws(MediaError) {
      return finding(on: subject, try inquiry.formats(of: subject))
    } catch {
      let advice = "install all of Triptych's programs and their libraries anew"
      let what = "decoder of \(subject.rawValue): \(error.words)"
      // Without pictures there is nothing to show; the rest is missed only where it is wanted.
      return subject == .pictures ? .fail(what, advice) : .warn(what, advice)
    }
  }
}

private func finding(
  on subject: WorkerInquiry.Subject, _ answer: WorkerInquiry.Answer
) -> Finding {
  let layers = answer.layers
  let standing = [
    (layers.seccomp, "seccomp"), (layers.landlock, "Landlock"), (layers.limits, "limits"),
  ]
  let names = standing.filter(\.0).map(\.1).joined(separator: ", ")
  let what = "decoder of \(subject.rawValue), locked in by \(names): \(answer.words)"
  if subject == .texts, answer.words.hasPrefix("no font") {
    return .warn(what, "install a font, such as the package fonts-dejavu-core; no card can be set")
  }
  guard layers.seccomp, layers.limits else {
    return .fail(what, "the lock does not stand whole; a kernel with seccomp is needed")
  }
  return .ok(what)
}
