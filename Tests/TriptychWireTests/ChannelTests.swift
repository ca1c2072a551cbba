import CSystem
import Glibc
import Testing

@testable import TriptychWire

@Suite struct ChannelTests {
  private func pair() throws -> (player: Channel, worker: Channel) {
    var ends: [Int32] = [-1, -1]
    try #require(sys_seqpacket_pair(&ends) == 0)
    return (Channel(owning: ends[0]), Channel(owning: ends[1]))
  }

  @Test func `a request passes with its memory`() throws {
    let (player, worker) = try pair()
    let memory = try SharedMemory(sealed: 8192)
    try player.send(.slots(count: 2, slotBytes: 4096), passing: memory.descriptor)
    let (request, descriptors) = try worker.nextRequest()
    #expect(request == .slots(count: 2, slotBytes: 4096))
    let theirs = try SharedMemory(
      mapping: try #require(descriptors.first), byteCount: 8192, writable: true)
    theirs.base.storeBytes(of: 0xA5, toByteOffset: 8191, as: UInt8.self)
    #expect(memory.base.load(fromByteOffset: 8191, as: UInt8.self) == 0xA5)
    #expect(!memory.isWritable)
  }

  @Test func `shared memory cannot be shrunk`() throws {
    let memory = try SharedMemory(sealed: 4096)
    #expect(ftruncate(memory.descriptor, 0) == -1)
    #expect(ftruncate(memory.descriptor, 8192) == -1)
    #expect(throws: SharedMemoryError.wrongSize) {
      let again = Descriptor(owning: fcntl(memory.descriptor, F_DUPFD_CLOEXEC, 0))
      _ = try SharedMemory(mapping: again, byteCount: 4095, writable: false)
    }
  }

  @Test func `the player never waits`() throws {
    let (player, worker) = try pair()
    #expect(throws: ChannelError.wouldBlock) { try player.nextReply() }
    let mark = JobMark(job: 1, generation: 1)
    #expect(throws: ChannelError.wouldBlock) {
      for _ in 0..<100_000 { try player.send(.run(mark)) }
    }
    withExtendedLifetime(worker) {}
  }

  @Test func `a closed end is seen`() throws {
    var (player, worker): (Channel?, Channel) = try pair()
    player = nil
    #expect(throws: ChannelError.closed) { try worker.nextRequest() }
    #expect(throws: ChannelError.closed) {
      try worker.send(.progress(JobMark(job: 1, generation: 1)))
    }
    withExtendedLifetime(player) {}
  }

  @Test func `a request without its descriptor is refused`() throws {
    let (player, worker) = try pair()
    #expect(throws: ChannelError.malformed(.wrongDescriptors)) {
      try player.send(.slots(count: 2, slotBytes: 4096))
    }
    try player.send(Request.slots(count: 2, slotBytes: 4096).encoded(), waits: false)
    #expect(throws: ChannelError.malformed(.wrongDescriptors)) { try worker.nextRequest() }
  }

  @Test func `a reply that brings descriptors is refused and they are closed`() throws {
    let (player, worker) = try pair()
    let reply = Reply.progress(JobMark(job: 1, generation: 1)).encoded()
    try worker.send(reply, passing: [0, 0, 0, 0], waits: false)
    #expect(throws: ChannelError.malformed(.wrongDescriptors)) { try player.nextReply() }
  }

  @Test func `a message over the limit is refused, the next one passes`() throws {
    var ends: [Int32] = [-1, -1]
    try #require(sys_seqpacket_pair(&ends) == 0)
    let player = Channel(owning: ends[0])
    let worker = Descriptor(owning: ends[1])
    let long = [UInt8](repeating: 1, count: WireLimit.messageBytes + 1)
    #expect(sys_send(worker.raw, long, long.count, nil, 0, 0) == long.count)
    let good = Reply.ready(layers: 3).encoded()
    #expect(sys_send(worker.raw, good, good.count, nil, 0, 0) == good.count)
    #expect(throws: ChannelError.malformed(.tooLong)) { try player.nextReply() }
    #expect(try player.nextReply() == .ready(layers: 3))
  }

  @Test func `a program that is not there is not started`() {
    #expect(throws: ChannelError.system(ENOENT)) {
      try WorkerProcess.spawn(program: Array("/nowhere/worker".utf8), kind: .picture)
    }
  }

  @Test func `a killed worker is collected and says by which signal it ended`() throws {
    let worker = try WorkerProcess.spawn(program: Array("/bin/cat".utf8), kind: .picture)
    worker.kill()
    worker.waitForEnd()
    #expect(worker.reap())
    // cat may have ended by itself before: there is no file of that name.
    #expect(worker.endSignal == SIGKILL || worker.exitCode == 1)
    worker.kill()
  }
}
