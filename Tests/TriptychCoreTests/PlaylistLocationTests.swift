import Testing

@testable import TriptychCore

@Suite struct PlaylistLocationTests {
  private func paths(_ location: String, untrimmed: String? = nil) -> [String] {
    let all = Candidates(
      location: Array(location.utf8), untrimmed: Array((untrimmed ?? location).utf8),
      in: Array("/list".utf8))
    return all.paths.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: [
    ("a.png", "/list/a.png"), ("/a//b/./c/../d.png", "/a/b/d.png"), ("//a.png", "/a.png"),
    ("../../../x", "/x"), ("..", "/"), (".", "/list"), ("", "/list"), ("a/", "/list/a"),
    ("/", "/"), ("...", "/list/..."), (".a", "/list/.a"), ("a/..", "/list"),
  ])
  func pathsAreNormalisedLexically(_ location: String, _ path: String) {
    let absolute = PathBytes.absolute(location.utf8, in: Array("/list".utf8))
    #expect(String(decoding: absolute, as: UTF8.self) == path)
  }

  @Test func theLiteralComesFirstThenTheDecodedThenSlashes() {
    #expect(paths("a.png") == ["/list/a.png"])
    #expect(paths("a%20b.png") == ["/list/a%20b.png", "/list/a b.png"])
    #expect(paths("a\\b.png") == ["/list/a\\b.png", "/list/a/b.png"])
    #expect(paths("100% #1?.png") == ["/list/100% #1?.png"])
    #expect(paths("a%00.png") == ["/list/a%00.png"])
    #expect(paths("C:\\x.png") == ["/list/C:\\x.png", "/list/C:/x.png"])
  }

  @Test func theNameWithItsBlanksIsMeantIfItExists() {
    let all = Candidates(
      location: Array("a.png".utf8), untrimmed: Array(" a.png".utf8), in: Array("/list".utf8))
    #expect(all.paths == [Array("/list/ a.png".utf8), Array("/list/a.png".utf8)])
    #expect(all.literal == Array("/list/a.png".utf8))
    let source = ItemList.Source(path: [], base: [0x2F], text: Array("x\n\t a.png \r\n".utf8))
    var list = ItemList()
    list.sources = [source]
    list.entries = [ItemList.Entry(start: 4, count: 5)]
    #expect(list.candidates(0).paths.first == Array("/\t a.png ".utf8))
  }

  @Test func latin1IsTriedWhereTheNameIsNotUTF8() {
    let all = Candidates(
      location: [0x66, 0xFC, 0x72], untrimmed: [0x66, 0xFC, 0x72], in: [0x2F])
    #expect(all.paths == [[0x2F, 0x66, 0xFC, 0x72], Array("/für".utf8)])
    #expect(paths("für") == ["/list/für"])
  }

  @Test func fileAddressesAreDecoded() {
    #expect(paths("file:///a%20b.png") == ["/a b.png", "/a%20b.png"])
    #expect(paths("FILE://localhost/a.png") == ["/a.png"])
    #expect(paths("file:/a.png") == ["/a.png"])
    #expect(paths("file:a.png") == ["/list/file:a.png"])
    #expect(paths("file://other/a.png") == [])
  }

  @Test func addressesAreNoFiles() {
    for address in ["http://a/b.png", "HTTPS://x", "rtsp://x", "a+b-c.1://x"] {
      #expect(Address.isAddress(address.utf8))
      #expect(paths(address) == [])
    }
    for name in ["C:\\a", "a:b.png", "1http://x", "://x", "a/b://c", "http:/x", ""] {
      #expect(!Address.isAddress(name.utf8))
    }
  }

  @Test func exactNamesHaveOneMeaning() {
    let list = ItemList(locations: [Array("a%20b\\c.png ".utf8)], base: [0x2F])
    #expect(list.candidates(0).paths == [Array("/a%20b\\c.png ".utf8)])
  }
}

@Suite struct PlaylistMediaTests {
  @Test func contentTellsTheKind() {
    func kind(_ text: String) -> MediaKind { MediaKind.sniff(Array(text.utf8)) }
    #expect(MediaKind.sniff([0xFF, 0xD8, 0xFF, 0xE1]) == .jpeg)
    #expect(MediaKind.sniff([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) == .picture)
    #expect(kind("GIF89a") == .picture && kind("qoif") == .picture)
    #expect(kind("RIFF\u{1}\u{1}\u{1}\u{1}WEBPVP8X") == .picture)
    #expect(kind("RIFF\u{1}\u{1}\u{1}\u{1}AVI LIST") == .film)
    #expect(kind("\0\0\0\u{20}ftypavif\0\0\0\0") == .picture)
    #expect(kind("\0\0\0\u{20}ftypheic\0\0\0\0") == .picture)
    #expect(kind("\0\0\0\u{20}ftypisom\0\0\0\0") == .film)
    #expect(kind("\0\0\0\u{14}ftypqt  ") == .film)
    #expect(MediaKind.sniff([0x1A, 0x45, 0xDF, 0xA3]) == .film)
    #expect(MediaKind.sniff([0, 0, 1, 0xBA, 0x44]) == .film)
    #expect(kind("P6\n3 2\n255\n") == .picture && kind("P9\n") == .unknown)
    #expect(kind("<?xml version='1.0'?><svg width='3'/>") == .picture)
    #expect(kind("<?xml version='1.0'?><playlist version='1'/>") == .playlist)
    #expect(kind("\u{FEFF}#EXTM3U\n") == .playlist && kind("\r\n[Playlist]\n") == .playlist)
    #expect(kind("hello") == .unknown && kind("") == .unknown && kind("BMW.png") == .unknown)
  }

  @Test func transportStreamsAreToldByTheirPackets() {
    var packets = [UInt8](repeating: 7, count: 188 * 5)
    for start in stride(from: 0, to: packets.count, by: 188) { packets[start] = 0x47 }
    #expect(MediaKind.sniff(packets) == .film)
    packets[188] = 0x48
    #expect(MediaKind.sniff(packets) == .unknown)
  }

  @Test func namesTellWhatNeedNotBeLookedAt() {
    func bytes(_ name: String) -> [UInt8] { Array(name.utf8) }
    #expect(MediaNames.isPlaylist(bytes("/a/b.M3U8")) && !MediaNames.isPlaylist(bytes("/m3u")))
    #expect(MediaNames.isMedia(bytes("/a/b.JPG")) && MediaNames.isMedia(bytes("x.tar.webm")))
    #expect(!MediaNames.isMedia(bytes("/a.png/b")) && !MediaNames.isMedia(bytes("png")))
    #expect(MediaNames.isNoMedia(bytes("Thumbs.db")) && !MediaNames.isNoMedia(bytes("a.png")))
    #expect(!MediaNames.isNoMedia(bytes("a.verylongextension")))
    #expect(!MediaNames.isNoMedia(bytes("noextension")))
  }
}
