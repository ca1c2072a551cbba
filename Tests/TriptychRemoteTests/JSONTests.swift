import Testing

@testable import TriptychRemote

@Suite struct JSONTests {
  private func outcome(_ text: String) -> String {
    do throws(JSONError) {
      return String(decoding: try JSON(reading: Array(text.utf8)).line, as: UTF8.self)
    } catch { return "\(error.column): \(error.words)" }
  }

  @Test(
    "what is JSON is read, and written again without blanks",
    arguments: [
      (
        #" { "a" : [ 1 , -2.50e+3 , true , false , null ] } "#,
        #"{"a":[1,-2.50e+3,true,false,null]}"#
      ),
      (#""\u00e4\n\t\"\\\/\ud83d\ude00""#, #""ä\n\t\"\\/😀""#),
      (#"{}"#, "{}"), ("[]", "[]"), ("0", "0"), ("-0.0", "-0.0"),
      (#""\u0000\u007f""#, #""\u0000\u007f""#),
    ])
  func good(text: String, written: String) {
    #expect(outcome(text) == written)
  }

  @Test(
    "what is not is answered with the column",
    arguments: [
      ("", "1: the text ends where a value should be"), ("{", "2: a name in quotes should be here"),
      (#"{"a"}"#, "5: ':' should be here"), (#"{"a":1,}"#, "8: a name in quotes should be here"),
      (#"{"a":1,"a":2}"#, "11: a name stands twice"), ("[1 2]", "4: ',' or ']' should be here"),
      ("01", "3: this is no number"), ("1.", "3: digits should be here"),
      ("-", "2: this is no number"),
      ("1 1", "3: there is more behind the value"), ("tru", "1: no value begins so"),
      ("'a'", "1: no value begins so"), ("\"a", "3: the text has no end"),
      ("\"\u{1}\"", "2: a control character must be escaped"),
      (#""\x""#, "3: no escape of that letter"),
      (#""\ud800""#, "8: half a pair of surrogates"),
      (#""\udc00""#, "8: half a pair of surrogates"),
      (#""\u12g4""#, "6: four hexadecimal digits should be here"),
      ("[[[[[[[[[]]]]]]]]]", "9: deeper than 8 levels"), ("NaN", "1: no value begins so"),
    ])
  func bad(text: String, words: String) {
    #expect(outcome(text) == words)
  }

  @Test("a text that is not UTF-8 is refused where it begins")
  func badUTF8() {
    #expect(throws: JSONError(column: 2, words: "the text is not UTF-8")) {
      try JSON(reading: [0x22, 0xC3, 0x28, 0x22])
    }
    #expect(throws: JSONError.self) { try JSON(reading: [0x22, 0xED, 0xA0, 0x80, 0x22]) }
  }

  @Test("numbers are rounded to thousandths, and what is none is null")
  func numbers() {
    #expect(JSON.number(1.0 / 3).line == Array("0.333".utf8))
    #expect(JSON.number(-2.0).line == Array("-2".utf8))
    #expect(JSON.number(Double.nan) == .null && JSON.number(Double.infinity) == .null)
  }

  @Test("base64 goes there and back, and other text is refused")
  func base64() {
    for count in 0..<70 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37 + count) }
      #expect(Base64.bytes(of: Base64.text(of: bytes)) == bytes)
    }
    #expect(Base64.text(of: Array("any carnal pleas".utf8)) == "YW55IGNhcm5hbCBwbGVhcw==")
    #expect(Base64.bytes(of: "AAA") == nil && Base64.bytes(of: "A*AA") == nil)
  }
}
