import Testing

@testable import TriptychCore

@Suite struct PlaylistOrderTests {
  @Test func numbersCountByValueAndCaseDoesNot() {
    let names = [
      "1.png", "2.png", "02a.png", "10.png", "a.png", "B.png", "b1.png", "b9.png", "b10.png",
      "b99999999999999999999998.png", "b99999999999999999999999.png", "c", "c.png", "ü.png",
    ]
    let sorted = names.reversed().sorted { NaturalOrder.precedes(Array($0.utf8), Array($1.utf8)) }
    #expect(sorted == names)
  }

  @Test func namesThatDifferByCaseOrZerosStillHaveAnOrder() {
    for (a, b) in [("A.png", "a.png"), ("01.png", "1.png"), ("a01b2", "a1b02")] {
      #expect(NaturalOrder.precedes(Array(a.utf8), Array(b.utf8)))
      #expect(!NaturalOrder.precedes(Array(b.utf8), Array(a.utf8)))
    }
    #expect(!NaturalOrder.precedes(Array("a".utf8), Array("a".utf8)))
    #expect(NaturalOrder.precedes([], Array("a".utf8)))
  }
}
