import Testing

/// SDL has one state a process: tests that start it take turns. Their suites stand in extensions
/// of this one.
@Suite(.serialized) enum OnSDL {}
