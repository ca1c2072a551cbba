import Testing

@testable import TriptychCore

@Suite struct ShowResumeTests {
  private func first(_ change: (inout ShowSettings) -> Void) -> (item: Int, round: Int) {
    let world = ShowWorld(
      [ShowWorld.Content](repeating: .picture, count: 6), settings: .plain(change))
    return (world.current, world.show.round)
  }

  @Test("a show that goes on begins with its item in its round, also with the first one")
  func rounds() {
    for (item, round) in [(0, 3), (5, 7), (2, -1)] {
      let found = first {
        ($0.startAt, $0.startRound, $0.shuffle, $0.seed) = (item, round, true, 4)
      }
      #expect(found == (item, round))
    }
  }

  @Test("a round that the loop does not have is the first")
  func ends() {
    #expect(first { ($0.startAt, $0.startRound, $0.loop) = (2, 5, .no) } == (2, 0))
    #expect(first { ($0.startAt, $0.startRound, $0.loop) = (2, 1, .rounds(2)) } == (2, 1))
  }
}
