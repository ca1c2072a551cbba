import Testing

@testable import TriptychCore

@Suite struct GridProgressTests {
  private func at(_ milliseconds: Int) -> Instant { .zero + .milliseconds(milliseconds) }

  @Test("the sign comes once something has been awaited for 0.3 s, and goes when all is here")
  func sign() {
    var progress = GridProgress()
    #expect(progress.part == nil && progress.due == nil)
    progress.note(done: 0, of: 20, at: at(1000))
    #expect(progress.part == nil && progress.due == at(1300))
    progress.note(done: 8, of: 20, at: at(1200))
    #expect(progress.part == nil && progress.due == at(1300))
    progress.note(done: 10, of: 20, at: at(1300))
    // Nothing wakes anybody until the next picture comes.
    #expect(progress.part == 0.5 && progress.due == nil)
    progress.note(done: 19, of: 20, at: at(9000))
    #expect(progress.part == 0.95 && progress.due == nil)
    progress.note(done: 20, of: 20, at: at(9100))
    #expect(progress.part == nil && progress.due == nil)
    // What is awaited later waits anew.
    progress.note(done: 19, of: 20, at: at(9200))
    #expect(progress.part == nil && progress.due == at(9500))
  }

  @Test("it asks for a frame once, though none be drawn")
  func once() {
    var progress = GridProgress()
    progress.note(done: 0, of: 20, at: at(0))
    let early = progress.reveal(at: at(299))
    #expect(!early && progress.due == at(300))
    let (first, second) = (progress.reveal(at: at(300)), progress.reveal(at: at(301)))
    #expect(first && !second && progress.due == nil && progress.part == 0)
  }

  @Test("what is soon here, and a grid without cells, has no sign")
  func none() {
    var progress = GridProgress()
    progress.note(done: 0, of: 4, at: at(0))
    progress.note(done: 4, of: 4, at: at(299))
    #expect(progress.part == nil && progress.due == nil)
    progress.note(done: 0, of: 0, at: at(400))
    progress.note(done: 0, of: 0, at: at(900))
    #expect(progress.part == nil && progress.due == nil)
  }
}
