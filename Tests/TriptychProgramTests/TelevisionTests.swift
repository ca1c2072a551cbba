import Testing

@testable import TriptychApp

/// What the log is told of a television's answer. That it is told at all is seen in the boot test,
/// with the kernel's virtual one.
@Suite struct TelevisionTests {
  @Test(arguments: [
    (true, nil, "the television at /dev/cec0 is told to wake"),
    (false, nil, "the television at /dev/cec0 is told to stand by"),
    (
      false, "none answers",
      "the television at /dev/cec0 cannot be told to stand by: none answers"
    ),
  ])
  func words(_ isAwake: Bool, _ failure: String?, _ words: String) {
    let outcome = Television.Outcome(adapter: "/dev/cec0", isAwake: isAwake, failure: failure)
    #expect(outcome.words == words)
  }
}
