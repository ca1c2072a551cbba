import Testing
import TriptychWire

@testable import TriptychMedia

@Suite struct MediaErrorTests {
  @Test func theWordsOfLibrariesAreForTheDebugLogAlone() {
    let damaged = MediaError(.damaged, message: "\nFFmpeg: Invalid data found")
    #expect(damaged.words == "the file is damaged or cut short")
    #expect(damaged.trace == Array("FFmpeg: Invalid data found".utf8))
    let own = MediaError(.unsupported, message: "has no picture")
    #expect(own.words == "has no picture" && own.trace.isEmpty)
    let died = damaged.with(trace: Array("; and more".utf8))
    #expect(died.trace == Array("FFmpeg: Invalid data found; and more".utf8))
  }
}
