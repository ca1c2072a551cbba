/// What a file's name tells before anyone looks into it.
public enum MediaNames {
  /// Kinds of playlist, by extension.
  public enum PlaylistKind: String, CaseIterable, Sendable { case m3u, m3u8, pls, xspf, json }

  /// The kind of playlist that a name promises; nil: none.
  public static func playlistKind(_ path: UnsafeBufferPointer<UInt8>) -> PlaylistKind? {
    let key = extensionKey(path)
    guard key != 0 else { return nil }
    return PlaylistKind.allCases.first { Self.key(of: $0.rawValue) == key }
  }

  /// True if the name is a playlist's.
  public static func isPlaylist(_ path: UnsafeBufferPointer<UInt8>) -> Bool {
    playlistKind(path) != nil
  }

  /// True if the name is surely a picture's or a film's: nobody need look whether it is a folder.
  public static func isMedia(_ path: UnsafeBufferPointer<UInt8>) -> Bool {
    contains(mediaKeys, extensionKey(path))
  }

  /// True if the name is surely none of a picture or a film: a folder's scan leaves it out.
  public static func isNoMedia(_ path: UnsafeBufferPointer<UInt8>) -> Bool {
    contains(noMediaKeys, extensionKey(path))
  }

  /// The kind of playlist that a name promises; nil: none.
  public static func playlistKind(_ path: [UInt8]) -> PlaylistKind? {
    path.withUnsafeBufferPointer { playlistKind($0) }
  }

  /// True if the name is a playlist's.
  public static func isPlaylist(_ path: [UInt8]) -> Bool { playlistKind(path) != nil }

  /// True if the name is surely a picture's or a film's.
  public static func isMedia(_ path: [UInt8]) -> Bool {
    path.withUnsafeBufferPointer { isMedia($0) }
  }

  /// True if the name is surely none of a picture or a film.
  public static func isNoMedia(_ path: [UInt8]) -> Bool {
    path.withUnsafeBufferPointer { isNoMedia($0) }
  }

  private static let mediaKeys = keys(
    """
    jpg jpeg jpe jfif png apng gif webp bmp dib tif tiff avif heic heif jxl jp2 j2k jpx psd qoi \
    tga pcx pnm pbm pgm ppm pam xpm ico cur svg mp4 m4v mov qt mkv webm avi ogv ogg ts m2ts mts \
    mpg mpeg m2v vob flv wmv asf 3gp 3g2 mxf
    """)

  /// Documents, programs, archives, sound, and what cameras and computers leave beside pictures.
  private static let noMediaKeys = keys(
    """
    txt md rst pdf doc docx odt ods odp xls xlsx ppt pptx rtf csv tsv htm html xhtml css js mjs \
    xml yaml yml toml ini cfg conf log tex epub mobi \
    mp3 m4a flac wav aac opus oga wma aiff aif mid midi ape mka m4b amr \
    zip gz bz2 xz zst tar tgz rar 7z iso img deb rpm apk jar dmg cab \
    exe dll so o a la lib obj bin dat class pyc py rb pl sh bat cmd c h cc cpp hpp swift rs go \
    java lua sql db sqlite sqlite3 mdb lock pid bak tmp part crdownload torrent \
    xmp thm aae lrf lrv pp3 dop on1 cos srt ass ssa sub idx vtt sup lrc nfo sfv md5 sha1 sha256 \
    url lnk desktop ttf otf woff woff2 eot icc icm ics vcf eml pem crt key
    """)

  private static func keys(_ words: String) -> [UInt64] {
    words.utf8.split { $0 == 0x20 || $0 == 0x0A }.map { key(of: $0) }.sorted()
  }

  private static func key(of word: String) -> UInt64 { key(of: word.utf8[...]) }

  private static func key(of word: some Collection<UInt8>) -> UInt64 {
    word.reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Up to eight bytes after the last dot, in lower case, in one number; 0: no such extension.
  private static func extensionKey(_ path: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var key: UInt64 = 0
    for (place, byte) in path.reversed().prefix(9).enumerated() {
      if byte == PathBytes.dot { return key }
      if byte == PathBytes.slash || place == 8 { return 0 }
      let letter = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
      key |= UInt64(letter) << UInt64(8 * place)
    }
    return 0
  }

  private static func contains(_ keys: [UInt64], _ key: UInt64) -> Bool {
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low < keys.count && keys[low] == key
  }
}
