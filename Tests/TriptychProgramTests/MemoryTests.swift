import CSystem
import Glibc
import Testing

/// What freed pictures leave behind.
@Suite struct MemoryTests {
  @Test("a block as large as a picture lies by itself, whatever was freed before")
  func blocks() {
    #expect(waiting_large_blocks_apart())
    // glibc takes the size of such a block for its new threshold, unless that is fixed.
    free(malloc(16 << 20))
    // What other tests have freed serves first; a heap ends after 64 MiB.
    let blocks = (0..<512).map { _ in malloc(1 << 20) }
    defer { for block in blocks { free(block) } }
    for block in blocks.suffix(64) {
      // A block of its own begins with a page, and the allocator's 16 bytes.
      let place = UInt(bitPattern: block)
      #expect(place % UInt(getpagesize()) == 16)
    }
  }
}
