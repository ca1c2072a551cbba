import Testing
import TriptychCore

@testable import TriptychRemote

/// One client without a socket, on a clock that the test holds.
struct Talk {
  var conversation: Conversation
  var now = Instant.zero
  /// What was sent, line by line.
  var lines: [String] = []
  /// What was understood.
  var requests: [RemoteRequest] = []

  init() {
    conversation = Conversation(version: "1.2.3", at: .zero)
    drain()
    lines = []
  }

  mutating func drain() {
    let bytes = Array(conversation.unsent)
    conversation.took(bytes.count, at: now)
    lines += bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Says it, answers every request with `done`, and returns what came back.
  mutating func say(_ text: String) -> [String] {
    lines = []
    conversation.receive(Array(text.utf8), at: now)
    while let request = conversation.next(at: now) {
      requests.append(request)
      conversation.answer(.done)
    }
    drain()
    return lines
  }

  mutating func go(to seconds: Double) {
    (now, lines) = (Instant(.seconds(seconds)), [])
    conversation.advance(to: now)
    drain()
  }
}

@Suite struct ConversationTests {
  private func error(_ code: String, _ message: String, id: String = "null") -> String {
    #"{"id":\#(id),"ok":false,"error":{"code":"\#(code)","message":"\#(message)"}}"#
  }

  @Test("the greeting names the program and the protocol")
  func greeting() {
    let conversation = Conversation(version: "1.2.3", at: .zero)
    #expect(Array(conversation.unsent) == Array("{\"triptych\":\"1.2.3\",\"protocol\":1}\n".utf8))
  }

  @Test("commands come as words or as a text, with an id that comes back")
  func forms() throws {
    var talk = Talk()
    #expect(talk.say("{\"id\":7,\"command\":\"seek -5\"}\n") == [#"{"id":7,"ok":true}"#])
    #expect(talk.say("{\"command\":[\"goto\",3],\"id\":\"a\"}\r\n") == [#"{"id":"a","ok":true}"#])
    #expect(talk.say("{\"command\":[\"set\",\"mute\",true]}\n") == [#"{"id":null,"ok":true}"#])
    #expect(
      talk.requests == [
        .act(.command(.seek(by: .seconds(-5)))), .go(to: .number(3)),
        .set(try SettingChange("mute", Array("yes".utf8))),
      ])
    #expect(talk.say(" \n\n") == [])
  }

  @Test("a line may come byte by byte, and several at once")
  func pieces() {
    var talk = Talk()
    var got: [String] = []
    for byte in "{\"id\":1,\"command\":\"next\"}\n" { got += talk.say(String(byte)) }
    #expect(got == [#"{"id":1,"ok":true}"#])
    let two = "{\"id\":2,\"command\":\"next\"}\n{\"id\":3,\"command\":\"last\"}\n"
    #expect(talk.say(two) == [#"{"id":2,"ok":true}"#, #"{"id":3,"ok":true}"#])
  }

  @Test("the last line may come without its end, and then the conversation is over")
  func end() {
    var talk = Talk()
    #expect(talk.say("{\"command\":\"next\"}") == [])
    talk.conversation.receive([], at: talk.now)
    #expect(talk.conversation.next(at: talk.now) == .act(.command(.next)))
    #expect(!talk.conversation.isOver)
    talk.conversation.answer(.done)
    #expect(talk.conversation.next(at: talk.now) == nil)
    talk.drain()
    #expect(talk.conversation.isOver)
  }

  @Test(
    "what is no request is answered, and the talk goes on",
    arguments: [
      ("next", "bad-json", "column 1: no value begins so", "null"),
      (
        "[1]", "bad-request",
        #"a request is an object, such as {\"id\": 1, \"command\": \"next\"}"#, "null"
      ),
      (
        #"{"id":1}"#, "bad-request",
        #"command is missing: an array of words, such as [\"goto\", 3], or a text"#, "1"
      ),
      (
        #"{"id":[1],"command":"next"}"#, "bad-request",
        "id is a number or a text of up to 64 bytes", "null"
      ),
      (
        #"{"cmd":"next"}"#, "bad-request", "'cmd' is not part of a request; id and command are",
        "null"
      ),
      (
        #"{"id":1,"command":[]}"#, "bad-request", "a command needs a name; commands lists them", "1"
      ),
      (
        #"{"id":1,"command":[["a"]]}"#, "bad-request",
        "the words of a command are texts or numbers", "1"
      ),
      (
        #"{"id":1,"command":"nxt"}"#, "unknown",
        "'nxt' is not a command; commands lists them; did you mean next?", "1"
      ),
      (
        #"{"id":1,"command":"next 2"}"#, "bad-value",
        "'next 2' is not a command (triptych keys lists them); did you mean next?", "1"
      ),
      (
        #"{"id":1,"command":"enter"}"#, "unknown",
        "'enter' is not a command; commands lists them", "1"
      ),
      (#"{"id":1,"command":"goto 0"}"#, "bad-value", "items count from 1", "1"),
      (
        #"{"id":1,"command":"set fit covr"}"#, "bad-value",
        "fit: 'covr' is not one of contain, cover, auto, stretch, none, blur; did you mean cover?",
        "1"
      ),
      (
        #"{"id":1,"command":"status now"}"#, "bad-value", "status stands alone; 'now' is too much",
        "1"
      ),
      (
        #"{"id":1,"command":["message","a",0]}"#, "bad-value",
        "'0' is not a time from 0.5 to 1h, such as 10, 90s or 5m", "1"
      ),
      (#"{"id":1,"command":["message"," \n"]}"#, "bad-value", "the message is empty", "1"),
      (
        #"{"id":1,"command":["set","transition","x.lua"]}"#, "bad-value",
        "transition: a script is named at start, not while the show runs", "1"
      ),
    ])
  func refusals(line: String, code: String, message: String, id: String) {
    var talk = Talk()
    #expect(talk.say(line + "\n") == [error(code, message, id: id)])
    #expect(talk.say("{\"command\":\"next\"}\n") == [#"{"id":null,"ok":true}"#])
  }

  @Test("a message has no control characters, and not more than 500 others")
  func messages() throws {
    var talk = Talk()
    _ = talk.say("{\"command\":[\"message\",\"a\\u0007\\nb\\u202e\",\"3\"]}\n")
    #expect(talk.requests == [.message("a  b\\xE2\\x80\\xAE", .seconds(3))])
    let long = String(repeating: "ä", count: 501)
    #expect(
      talk.say("{\"command\":[\"message\",\"\(long)\"]}\n")
        == [error("bad-value", "the message has 501 characters; 500 are allowed")])
  }

  @Test("a line of 4096 bytes is read, one more ends the connection")
  func length() {
    func line(_ count: Int) -> String {
      let frame = "{\"command\":\"next\"}"
      return frame + String(repeating: " ", count: count - frame.count)
    }
    var talk = Talk()
    #expect(talk.say(line(4096) + "\n") == [#"{"id":null,"ok":true}"#])
    #expect(talk.say(line(4097) + "\n") == [error("too-long", "a line has at most 4096 bytes")])
    #expect(talk.conversation.isOver)
    var endless = Talk()
    #expect(endless.say(line(4097)) == [error("too-long", "a line has at most 4096 bytes")])
    #expect(endless.conversation.isOver && !endless.conversation.wantsInput(at: .zero))
  }

  @Test("twenty commands at once, then twenty a second; more wait unread")
  func rate() {
    var talk = Talk()
    let many = String(repeating: "{\"command\":\"next\"}\n", count: 200)
    #expect(talk.say(many).count == 20)
    #expect(!talk.conversation.wantsInput(at: talk.now))
    var count = 20
    for step in 1...40 {
      talk.go(to: Double(step) / 20)
      count += talk.say(" ").count
    }
    #expect((59...60).contains(count))
  }

  @Test("the next request waits for the answer to the one before")
  func oneAtATime() {
    var talk = Talk()
    talk.conversation.receive(
      Array("{\"command\":\"next\"}\n{\"command\":\"last\"}\n".utf8), at: .zero)
    #expect(talk.conversation.next(at: .zero) != nil && talk.conversation.next(at: .zero) == nil)
    #expect(!talk.conversation.wantsInput(at: .zero))
    talk.conversation.answer(.done)
    #expect(talk.conversation.next(at: .zero) == .act(.command(.last)))
  }

  @Test("who says nothing for 5 s, or begins a line and does not end it, is let go")
  func completion() {
    var silent = Talk()
    silent.go(to: 4.9)
    #expect(!silent.conversation.isOver)
    silent.go(to: 5)
    #expect(
      silent.lines == [error("idle", "no whole line came within 5 s")] && silent.conversation.isOver
    )
    var slow = Talk()
    _ = slow.say("{\"command\":\"next\"}\n")
    slow.go(to: 60)
    #expect(!slow.conversation.isOver)
    _ = slow.say("{")
    slow.go(to: 65)
    #expect(slow.conversation.isOver)
    var idle = Talk()
    _ = idle.say("{\"command\":\"next\"}\n")
    idle.go(to: 600)
    #expect(
      idle.conversation.isOver && idle.lines == [error("idle", "nothing came for ten minutes")])
  }

  @Test("events come to who asked, for as long as they are read")
  func events() {
    var talk = Talk()
    talk.conversation.tell(Array("early".utf8))
    #expect(talk.conversation.unsent.isEmpty)
    talk.conversation.receive(Array("{\"id\":1,\"command\":\"events\"}\n".utf8), at: .zero)
    #expect(talk.conversation.next(at: .zero) == .events)
    talk.conversation.answer(.events(.object([])))
    talk.drain()
    #expect(talk.lines == [#"{"id":1,"ok":true,"result":{}}"#])
    talk.go(to: 100_000)
    talk.conversation.tell(Array("{}".utf8))
    talk.drain()
    #expect(talk.lines == ["{}"])
    for _ in 0..<3000 { talk.conversation.tell([UInt8](repeating: 0x61, count: 100)) }
    #expect(talk.conversation.isOver)
  }

  @Test("a picture is not held against who reads slowly, but standing still is")
  func slowReader() {
    var talk = Talk()
    talk.conversation.receive(Array("{\"command\":\"screenshot\"}\n".utf8), at: .zero)
    #expect(talk.conversation.next(at: .zero) == .screenshot)
    talk.conversation.answer(
      .picture([UInt8](repeating: 1, count: 1 << 20), width: 9, height: 9))
    talk.conversation.took(10, at: .zero)
    talk.conversation.advance(to: Instant(.seconds(9)))
    #expect(!talk.conversation.isOver)
    talk.conversation.took(10, at: Instant(.seconds(9)))
    talk.conversation.advance(to: Instant(.seconds(18)))
    #expect(!talk.conversation.isOver)
    talk.conversation.advance(to: Instant(.seconds(20)))
    #expect(talk.conversation.isOver)
  }

  @Test("an answer of more than 64 KiB becomes a refusal")
  func longAnswer() {
    var talk = Talk()
    talk.conversation.receive(Array("{\"command\":\"status\"}\n".utf8), at: .zero)
    #expect(talk.conversation.next(at: .zero) == .status)
    talk.conversation.answer(.result(.string(String(repeating: "a", count: 70_000))))
    talk.drain()
    #expect(talk.lines == [error("failed", "the answer would be longer than 64 KiB")])
  }
}
