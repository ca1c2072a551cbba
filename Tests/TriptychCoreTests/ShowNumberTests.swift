import Testing

@testable import TriptychCore

@Suite("the number that the bars tell") struct ShowNumberTests {
  private func numbers(_ settings: ShowSettings) -> (numbers: [Int?], items: [Int]) {
    var settings = settings
    settings.item.duration = .seconds(1000)
    var world = ShowWorld(Array(repeating: .picture, count: 6), settings: settings)
    var (numbers, items) = ([Int?](), [Int]())
    for second in 1...12 {
      numbers.append(world.show.currentNumber)
      items.append(world.show.current)
      world.press(.next)
      world.play(to: Double(second * 3))
    }
    return (numbers, items)
  }

  @Test("is the item's place in the list")
  func inTheList() {
    let told = numbers(.plain())
    #expect(told.numbers == [1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6])
    #expect(told.items == [0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5])
  }

  @Test("is the place in the deck where the list is shuffled")
  func inTheDeck() {
    let told = numbers(.plain { ($0.shuffle, $0.seed) = (true, 7) })
    #expect(told.numbers == [1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6])
    #expect(told.items != [0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5])
    #expect(Set(told.items.prefix(6)).count == 6)
  }

  @Test("is none for what has left the list, nor where nothing is left")
  func none() {
    var world = ShowWorld([.picture])
    world.press(.drop)
    world.play(to: 5)
    #expect(world.show.isEmptied && world.show.currentNumber == nil)
  }
}
