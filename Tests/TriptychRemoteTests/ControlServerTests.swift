import Glibc
import Testing
import TriptychCore

@testable import TriptychRemote

/// The server with real sockets, and the test in the main loop's place.
@Suite struct ControlServerTests {
  private final class Bench {
    let folder: String
    let server: ControlServer
    private let bell: [Int32]

    var path: String { folder + "/control" }

    init(roots: [String] = []) throws {
      var template = Array("/tmp/triptych-remote-XXXXXX".utf8CString)
      try #require(mkdtemp(&template) != nil)
      let made = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      var ends: [Int32] = [-1, -1]
      try #require(pipe(&ends) == 0)
      for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
      (folder, bell) = (made, ends)
      let ring = ends[1]
      server = try ControlServer(
        ControlSocket(path: Array((made + "/control").utf8), group: nil), version: "1.2.3",
        roots: roots.map { Array((made + $0).utf8) }, warn: { _ in },
        wake: { _ = write(ring, "x", 1) })
    }

    deinit {
      server.close()
      close(bell[0])
      close(bell[1])
      for name in ["/roots/a.jpg", "/roots/out", "/roots", "/away", "/control"] {
        remove(folder + name)
      }
      rmdir(folder)
    }

    /// A connection that has its greeting.
    func connected() throws -> Int32 {
      let client = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
      let address = try #require(SocketAddress(Array(path.utf8)))
      try #require(address.with { connect(client, $0, $1) } == 0)
      _ = line(client)
      return client
    }

    /// A line, byte by byte; empty at the end.
    func line(_ client: Int32) -> String {
      var (bytes, byte): ([UInt8], UInt8) = ([], 0)
      while recv(client, &byte, 1, 0) == 1, byte != 0x0A { bytes.append(byte) }
      return String(decoding: bytes, as: UTF8.self)
    }

    func say(_ text: String, _ client: Int32) {
      _ = send(client, text, text.utf8.count, Int32(MSG_NOSIGNAL))
    }

    /// Waits so long for orders, or until there are some.
    func orders(within milliseconds: Int32 = 5000) -> [RemoteOrder] {
      var ready = pollfd(fd: bell[0], events: Int16(POLLIN), revents: 0)
      _ = poll(&ready, 1, milliseconds)
      var room = [UInt8](repeating: 0, count: 64)
      _ = read(bell[0], &room, room.count)
      return server.takeOrders()
    }
  }

  @Test("an order goes to the show, its answer to who gave it")
  func order() throws {
    let bench = try Bench()
    let (one, two) = (try bench.connected(), try bench.connected())
    bench.say("{\"id\":1,\"command\":\"next\"}\n", one)
    let order = try #require(bench.orders().first)
    #expect(order.request == .act(.command(.next)))
    bench.say("{\"id\":2,\"command\":\"nonsense\"}\n", two)
    #expect(bench.line(two).hasPrefix(#"{"id":2,"ok":false,"error":{"code":"unknown""#))
    bench.server.answer(order, .done)
    #expect(bench.line(one) == #"{"id":1,"ok":true}"#)
    close(one)
    close(two)
  }

  @Test("who asked for events hears the state first, then every change, and nobody else does")
  func events() throws {
    let bench = try Bench()
    let (one, two) = (try bench.connected(), try bench.connected())
    bench.server.tell { .string("nobody listens") }
    bench.say("{\"command\":\"events\"}\n", one)
    let order = try #require(bench.orders().first)
    bench.server.answer(order, .events(.string("state")))
    bench.server.tell { .string("change") }
    #expect(bench.line(one) == #"{"id":null,"ok":true,"result":"state"}"#)
    #expect(bench.line(one) == #""change""#)
    bench.say("{}\n", two)
    #expect(bench.line(two).contains("bad-request"))
    bench.server.close()
    #expect(bench.line(one) == "" && access(bench.path, F_OK) != 0)
    close(one)
    close(two)
  }

  @Test("four clients that flood cost the show four orders a turn, and twenty a second each")
  func flood() throws {
    let bench = try Bench()
    let clients = try (0..<4).map { _ in try bench.connected() }
    let lines = String(repeating: "{\"command\":\"next\"}\n", count: 200)
    let begun = monotonicNow()
    var (count, most, turns) = (0, 0, 0)
    while monotonicNow() - begun < .seconds(2) {
      for client in clients {
        while send(client, lines, lines.utf8.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)) > 0 {
        }
      }
      let orders = bench.orders(within: 16)
      (count, most, turns) = (count + orders.count, max(most, orders.count), turns + 1)
      for order in orders { bench.server.answer(order, .done) }
    }
    let seconds = (monotonicNow() - begun).inSeconds
    #expect(most <= 4 && turns > 20)
    #expect(Double(count) <= 4 * (20 + 20 * seconds) + 4, "\(count) orders in \(seconds) s")
    #expect(count >= 80)
    for client in clients { close(client) }
  }

  @Test("who does not read is dropped, and the others hear on")
  func deafClient() throws {
    let bench = try Bench()
    let (deaf, good) = (try bench.connected(), try bench.connected())
    for client in [deaf, good] {
      bench.say("{\"command\":\"events\"}\n", client)
      bench.server.answer(try #require(bench.orders().first), .events(.null))
      #expect(bench.line(client) == #"{"id":null,"ok":true,"result":null}"#)
    }
    let text = String(repeating: "a", count: 1000)
    for _ in 0..<2000 {
      bench.server.tell { .string(text) }
      #expect(bench.line(good).utf8.count == 1002)
    }
    // What the system held for it is still there, then the end.
    var heard = 0
    while bench.line(deaf).utf8.count == 1002 { heard += 1 }
    #expect(heard < 1000)
    close(deaf)
    close(good)
  }

  @Test("connections that come and go by thousands leave no descriptor open")
  func comings() throws {
    let bench = try Bench()
    func descriptors() -> Int {
      (0..<1024).count { fcntl($0, F_GETFD) != -1 }
    }
    close(try bench.connected())
    let before = descriptors()
    for index in 0..<1500 {
      let client = try bench.connected()
      if index % 3 == 0 { bench.say("{\"comm", client) }
      if index % 3 == 1 { bench.say("{\"command\":\"next\"}\n", client) }
      close(client)
      for order in bench.server.takeOrders() { bench.server.answer(order, .done) }
    }
    let last = try bench.connected()
    bench.say("{}\n", last)
    #expect(bench.line(last).contains("bad-request"))
    // Other tests open files of their own meanwhile.
    #expect(descriptors() - before < 200)
    close(last)
  }

  @Test("a file may be put in from beneath the roots only, wherever links lead")
  func roots() throws {
    let bench = try Bench(roots: ["/roots"])
    mkdir(bench.folder + "/roots", 0o700)
    for name in ["/roots/a.jpg", "/away"] {
      let file = try #require(fopen(bench.folder + name, "w"))
      fclose(file)
    }
    symlink("../away", bench.folder + "/roots/out")
    let client = try bench.connected()
    for (path, code) in [
      ("/roots/out", "outside"), ("/away", "outside"), ("/roots/../away", "outside"),
      ("/roots", "outside"), ("/roots/none", "bad-value"), ("/rootsaway", "outside"),
    ] {
      bench.say("{\"command\":[\"insert\",\"\(bench.folder)\(path)\"]}\n", client)
      #expect(bench.line(client).contains("\"code\":\"\(code)\""), "\(path)")
    }
    bench.say(
      "{\"command\":[\"insert\",\"\(bench.folder)/roots/./a.jpg\",2,\"duration=3\"]}\n", client)
    let order = try #require(bench.orders().first)
    #expect(order.root == Array((bench.folder + "/roots").utf8))
    #expect(
      order.request
        == .insert(
          path: Array((bench.folder + "/roots/a.jpg").utf8), at: 2,
          [ItemChange(key: "duration", value: "3")]))
    close(client)
  }
}
