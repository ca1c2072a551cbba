import CSystem
import Glibc
import Testing

/// RELIABILITY S2: a worker that has been taken over can do nothing but answer.
@Suite struct SandboxTests {
  enum Outcome: Equatable {
    case possible, refused
    case broken(status: Int32)
  }

  static let probes = [
    "open", "proc", "open-write", "internet", "unix-socket", "bind", "execve", "fork", "clone",
    "ptrace", "kill", "tgkill", "write-execute", "make-execute", "unlink", "mkdir", "openat2",
    "io_uring", "process_vm_readv", "dup", "shrink", "setrlimit", "dumpable", "stat",
  ]

  private func outcome(of probe: String) throws -> Outcome {
    var ends: [Int32] = [-1, -1]
    try #require(sys_seqpacket_pair(&ends) == 0)
    defer { for end in ends { close(end) } }
    var pid: Int32 = 0
    let program = BuiltPrograms.path(of: "SandboxProbe")
    try #require(sys_spawn(program, probe, ends[1], -1, &pid) == 0)
    var status: Int32 = 0
    try #require(sys_reap(pid, &status, 1) == 1)
    if status & 0x7F == SIGSYS { return .refused }
    switch (status & 0x7F, (status >> 8) & 0xFF) {
    case (0, 0): return .possible
    case (0, 10): return .refused
    default: return .broken(status: status)
    }
  }

  @Test(arguments: probes) func `the sandbox refuses`(probe: String) throws {
    #expect(try outcome(of: probe) == .refused)
  }

  @Test(arguments: probes.filter { $0 != "open-font" })
  func `the sandbox that reads fonts refuses`(probe: String) throws {
    // Asking for a file's size is all that reading folders brings.
    #expect(try outcome(of: "text:\(probe)") == (probe == "stat" ? .possible : .refused))
  }

  @Test func `the sandbox lets a worker compute`() throws {
    #expect(try outcome(of: "compute") == .possible)
  }

  @Test func `fonts can be read where Landlock guards the folders`() throws {
    #expect(try outcome(of: "open-font") == .refused)
    let layered = try outcome(of: "text:open-font")
    #expect(layered == .possible || layered == .refused)
  }

  @Test(arguments: [
    "open!", "proc!", "internet!", "unix-socket!", "fork!", "kill!", "write-execute!",
    "make-execute!", "openat2!", "dup!", "stat!",
  ])
  func `a probe succeeds without the sandbox, so it can fail`(probe: String) throws {
    #expect(try outcome(of: probe) == .possible)
  }
}
