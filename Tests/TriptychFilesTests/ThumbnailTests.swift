import Glibc
import Testing

@testable import TriptychCore
@testable import TriptychFiles

@Suite struct ThumbnailTests {
  @Test("a thumbnail is called as the standard's own example says")
  func example() {
    let path = ["", "home", "jens", "photos", "me.png"].joined(separator: "/")
    let address = ThumbnailName.address(of: Array(path.utf8))
    #expect(address == "file://" + path)
    #expect(ThumbnailName.file(for: address) == "c6ee772d9e49320e97ec29a7eb5b1697.png")
  }

  /// As `g_filename_to_uri` of GLib 2.74 writes them.
  @Test(
    "an address is written as GLib writes it",
    arguments: [
      ("/a b;c?d#e[f]%", "file:///a%20b%3Bc%3Fd%23e%5Bf%5D%25"),
      ("/!$&'()*+,-./:=@_~", "file:///!$&'()*+,-./:=@_~"),
      ("/für", "file:///f%C3%BCr"),
      ("/\n\u{7f}\"<>\\^`{|}", "file:///%0A%7F%22%3C%3E%5C%5E%60%7B%7C%7D"),
    ])
  func address(_ path: String, _ expected: String) {
    #expect(ThumbnailName.address(of: Array(path.utf8)) == expected)
  }

  @Test("a cell gets the smallest size that has its pixels")
  func sizes() {
    #expect(ThumbnailSize(covering: 1) == .normal)
    #expect(ThumbnailSize(covering: 128) == .normal)
    #expect(ThumbnailSize(covering: 129) == .large)
    #expect(ThumbnailSize(covering: 300) == .xLarge)
    #expect(ThumbnailSize(covering: 4000) == .xxLarge)
  }

  @Test("seconds are those before the change, before 1970 too; thumbnails have none of their own")
  func places() throws {
    let folder = ThumbnailFolder(root: Array("/c/thumbnails".utf8))
    func place(_ path: String, _ modified: Int64 = 0) -> ThumbnailPlace? {
      folder.place(of: Array(path.utf8), modified: modified, .normal)
    }
    #expect(place("/a", 1_999_999_999)?.modified == 1)
    #expect(place("/a", -1)?.modified == -1)
    #expect(place("/c/thumbnails/normal/x.png") == nil)
    #expect(place("/c/thumbnails2/x.png") != nil)
    #expect(place("a") == nil)
    #expect(place("/" + String(repeating: "a", count: 4096)) == nil)
  }

  @Test("one is kept whole, for its owner alone, and is found in its size and larger ones")
  func keeping() throws {
    let tree = try Tree()
    let folder = ThumbnailFolder(root: tree.path("cache/thumbnails"))
    try tree.write("a.png", [1, 2, 3])
    let path = tree.path("a.png")
    let modified = try Disk.look(at: path).modified
    let place = try #require(folder.place(of: path, modified: modified, .large))
    let keeper = Kept(folder)
    let descriptor = try keeper.begin(1, place)
    #expect(write(descriptor, "thumb", 5) == 5)
    close(descriptor)
    // Not before it is whole.
    #expect(folder.open(place) == nil)
    keeper.keeper.commit(job: 1)
    // The keeper works in order: after this the first is in its place.
    close(try keeper.begin(2, place))
    keeper.keeper.drop(job: 2)

    let list = ItemList(locations: [path])
    for size in [ThumbnailSize.normal, .large] {
      let news = openItem(
        job: 7, list.candidates(0), OpeningWish(thumbnail: ThumbnailWish(folder, size)))
      guard case .stored(7, let found) = news else {
        Issue.record("not found for \(size): \(news)")
        continue
      }
      news.drop()
      #expect(found.place.modified == modified / 1_000_000_000)
    }
    let larger = openItem(
      job: 8, list.candidates(0), OpeningWish(thumbnail: ThumbnailWish(folder, .xLarge)))
    larger.drop()
    guard case .opened = larger else {
      Issue.record("a smaller one is none: \(larger)")
      return
    }
    #expect(try mode(tree.path("cache/thumbnails/large")) == 0o700)
    #expect(try mode(folder.path(place, .large)) == 0o600)
  }

  @Test("beside a picture that may take a while comes any thumbnail of it, the best first")
  func beside() throws {
    let tree = try Tree()
    let folder = ThumbnailFolder(root: tree.path("thumbnails"))
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    try tree.write("small.png", png)
    try tree.write("large.png", png + [UInt8](repeating: 0, count: ThumbnailWish.leastBytes))
    for name in ["small.png", "large.png"] {
      let modified = try Disk.look(at: tree.path(name)).modified
      let place = try #require(folder.place(of: tree.path(name), modified: modified, .normal))
      for size in [ThumbnailSize.normal, .xLarge] {
        let path = String(decoding: folder.path(place, size), as: UTF8.self)
        try tree.write(String(path.dropFirst(tree.bytes.count + 1)), [UInt8(size.side / 128)])
      }
    }
    /// The first byte of what was found: its size.
    func found(_ name: String, _ use: ThumbnailWish.Use, _ size: ThumbnailSize) -> UInt8? {
      let wish = ThumbnailWish(folder, size, use: use)
      let news = openItem(
        job: 1, ItemList(locations: [tree.path(name)]).candidates(0),
        OpeningWish(thumbnail: wish))
      defer { news.drop() }
      let thumbnail: FoundThumbnail? =
        switch news {
        case .opened(_, let file): file.thumbnail
        case .stored(_, let found): found
        default: nil
        }
      var byte: UInt8 = 0
      return thumbnail.flatMap { read($0.descriptor, &byte, 1) == 1 ? byte : nil }
    }
    #expect(found("large.png", .beside, .large) == 4)
    #expect(found("large.png", .beside, .xxLarge) == 4)
    #expect(found("large.png", .beside, .normal) == 1)
    #expect(found("small.png", .beside, .large) == nil)
    #expect(found("small.png", .instead, .large) == 4)
    #expect(found("large.png", .instead, .xxLarge) == nil)
  }

  @Test("what is dropped, and what is begun when the program ends, leaves nothing behind")
  func dropping() throws {
    let tree = try Tree()
    let folder = ThumbnailFolder(root: tree.path("thumbnails"))
    let place = try #require(folder.place(of: Array("/x".utf8), modified: 0, .normal))
    do {
      let keeper = Kept(folder)
      close(try keeper.begin(1, place))
      keeper.keeper.drop(job: 1)
      close(try keeper.begin(2, place))
      #expect(try names(folder).count <= 2)
    }
    // The keeper's thread ends by itself; it has the last word.
    var left = try names(folder)
    while !left.isEmpty {
      sched_yield()
      left = try names(folder)
    }
    #expect(left.isEmpty)
  }

  @Test("a place where nothing can be written is named")
  func refusal() throws {
    let tree = try Tree()
    try tree.write("thumbnails", [1])
    let folder = ThumbnailFolder(root: tree.path("thumbnails"))
    let place = try #require(folder.place(of: Array("/x".utf8), modified: 0, .normal))
    #expect(throws: Kept.Refusal.self) { try Kept(folder).begin(1, place) }
  }

  private func mode(_ path: [UInt8]) throws -> UInt32 {
    var raw = stat()
    try #require(Disk.withPath(path) { stat($0, &raw) } == 0)
    return raw.st_mode & 0o7777
  }

  private func names(_ folder: ThumbnailFolder) throws -> [String] {
    let open = Disk.withPath(folder.folder(.normal)) { opendir($0) }
    let handle = try #require(open)
    defer { closedir(handle) }
    var names: [String] = []
    while let entry = readdir(handle) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { raw in
        String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }
}

/// A keeper whose answers are waited for.
private final class Kept {
  struct Refusal: Error { let words: String }

  let keeper: ThumbnailKeeper
  private let rung = Monitor(0)

  init(_ folder: ThumbnailFolder) {
    let rung = rung
    keeper = ThumbnailKeeper(folder, wake: { rung.update { $0 += 1 } })
  }

  func begin(_ job: Int, _ place: ThumbnailPlace) throws -> Int32 {
    keeper.begin(job: job, place)
    while true {
      for news in keeper.drain() {
        switch news {
        case .opened(job, let descriptor): return descriptor
        case .failed(job, let words): throw Refusal(words: words)
        default: continue
        }
      }
      rung.wait { count -> Void? in
        guard count > 0 else { return nil }
        count = 0
        return ()
      }
    }
  }
}
