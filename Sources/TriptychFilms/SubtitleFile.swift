import CFFmpeg
import CFFmpegShim
import Glibc
import TriptychWire

/// A file with subtitles beside a film, read whole.
struct SubtitleFile: Sendable {
  /// In order of their starts; film time.
  let lines: [Subtitle]
  /// Its bytes were no UTF-8.
  let isLatin: Bool

  private static let mostBytes = 8 << 20
  private static let mostLines = 20_000

  /// nil: there is nothing in it that can be read.
  init?(_ file: Descriptor, track: UInt32, watch: Watch) {
    guard let bytes = Self.bytes(of: file) else { return nil }
    let text = SubtitleText(bytes)
    isLatin = text.isLatin
    guard let lines = Self.lines(of: text.utf8, track: track, watch: watch), !lines.isEmpty else {
      return nil
    }
    self.lines = lines.sorted { $0.start < $1.start }
  }

  private static func bytes(of file: Descriptor) -> [UInt8]? {
    var status = stat()
    guard fstat(file.raw, &status) == 0, status.st_size > 0, status.st_size <= mostBytes else {
      return nil
    }
    let size = Int(status.st_size)
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { room, filled in
      while filled < size {
        let got = pread(
          file.raw, room.baseAddress?.advanced(by: filled), size - filled, off_t(filled))
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { return }
        filled += got
      }
    }
    return bytes.isEmpty ? nil : bytes
  }

  private static func lines(of bytes: [UInt8], track: UInt32, watch: Watch) -> [Subtitle]? {
    do throws(FilmError) {
      let input = try FilmInput(bytes, watch: watch)
      guard let context = open(input, watch) else { return nil }
      defer {
        var owned: UnsafeMutablePointer<AVFormatContext>? = context
        avformat_close_input(&owned)
      }
      guard context.pointee.nb_streams > 0, let stream = context.pointee.streams[0],
        let reader = SubtitleReader(stream, track: track)
      else { return nil }
      var lines: [Subtitle] = []
      let packet = try Packet()
      while lines.count < mostLines, av_read_frame(context, packet.raw) >= 0 {
        lines += reader.read(packet)
        av_packet_unref(packet.raw)
      }
      return lines
    } catch {
      return nil
    }
  }

  private static func open(
    _ input: FilmInput, _ watch: Watch
  ) -> UnsafeMutablePointer<AVFormatContext>? {
    var format: UnsafePointer<AVInputFormat>?
    _ = av_probe_input_buffer2(input.context, &format, "", nil, 0, 0)
    let name = format.map { String(cString: $0.pointee.name) } ?? ""
    if av_match_list(name, KnownFormats.textContainers, 0x2C) <= 0 {
      // Sloppy files lack what tells them apart: they are nearly always of this kind.
      format = av_find_input_format("srt")
      input.rewind()
    }
    guard let made = avformat_alloc_context() else { return nil }
    made.pointee.pb = input.context
    made.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
    ff_refuse_other_files(made)
    var options: OpaquePointer?
    av_dict_set(&options, "protocol_whitelist", "", 0)
    av_dict_set(&options, "format_whitelist", KnownFormats.textContainers, 0)
    av_dict_set(&options, "codec_whitelist", KnownFormats.decoders, 0)
    defer { av_dict_free(&options) }
    var context: UnsafeMutablePointer<AVFormatContext>? = made
    guard avformat_open_input(&context, "", format, &options) == 0 else { return nil }
    return context
  }
}

/// The bytes of a text as UTF-8, whatever they were.
struct SubtitleText {
  let utf8: [UInt8]
  private(set) var isLatin = false

  init(_ bytes: [UInt8]) {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      utf8 = Self.fromUTF16(bytes)
    } else if String(validating: bytes, as: UTF8.self) != nil {
      utf8 = bytes
    } else {
      var text = String.UnicodeScalarView()
      for byte in bytes { text.append(Self.latin(byte)) }
      (utf8, isLatin) = (Array(String(text).utf8), true)
    }
  }

  private static func fromUTF16(_ bytes: [UInt8]) -> [UInt8] {
    let isBig = bytes[0] == 0xFE
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBig ? first << 8 | second : second << 8 | first
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  /// Latin-1, where control characters would be: those of Windows-1252, which nearly all of such
  /// files are written in.
  private static func latin(_ byte: UInt8) -> Unicode.Scalar {
    guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
    let scalar = UInt32(windows[Int(byte) - 0x80])
    return Unicode.Scalar(scalar) ?? " "
  }

  private static let windows: [UInt16] = [
    0x20AC, 0x20, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039,
    0x152, 0x20, 0x17D, 0x20, 0x20, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x2DC,
    0x2122, 0x161, 0x203A, 0x153, 0x20, 0x17E, 0x178,
  ]
}
