import CSystem
import Glibc
import TriptychCore
import TriptychMedia
import TriptychStage

/// `--input-test`: each key, button and axis with its command, on the display and on standard
/// output; none is carried out. Main thread.
final class InputTest {
  private let stage: Stage
  private let media: Media
  private let captions: Captions
  private let waiting: Waiting
  private let settings: ProgramSettings
  private var watch: InputWatch
  private var sights: [InputWatch.Sight] = []
  private var needsFrame = true
  private var isOver = false

  init(_ settings: ProgramSettings, stage: Stage, media: Media, waiting: Waiting) {
    (self.stage, self.media, self.waiting, self.settings) = (stage, media, waiting, settings)
    captions = Captions(media: media)
    watch = InputWatch(bindings: settings.bindings, isKiosk: settings.show.kiosk)
  }

  /// Shows what comes, until it is left. The exit code.
  func run() -> Int32 {
    var code = ExitCode.done
    _ = stage.startPads(mappings: settings.pads.lines)
    StandardStreams.write(InputWatch.farewell + "\n")
    while !isOver {
      takeEvents(MonotonicClock.now)
      takeTexts()
      if needsFrame { draw() }
      guard !isOver, !watch.isOver else { break }
      let awakening = waiting.wait(atMost: watch.due.map { $0 - MonotonicClock.now })
      if !awakening.signals.filter({ $0 != SIGHUP }).isEmpty { break }
      if awakening.displayGone {
        code = ExitCode.noDisplay
        break
      }
    }
    media.shutDown()
    return code
  }

  private func takeEvents(_ now: Instant) {
    for event in stage.events() {
      switch event {
      case .input(let input): watch.see(input, at: now).forEach(tell)
      // The left button tells of itself as a button, too; fingers have no names.
      case .pointer, .hover, .soundWent, .soundCame: break
      case .padCame(let name, let isKnown):
        tell(.init(name: name, words: isKnown ? "a pad" : "a joystick that SDL does not know"))
      case .padWent(let name): tell(.init(name: name, words: "gone"))
      case .resized:
        stage.resized()
        needsFrame = true
      case .exposed: needsFrame = true
      case .closed: isOver = true
      }
    }
    watch.advance(to: now)
  }

  private func tell(_ sight: InputWatch.Sight) {
    StandardStreams.write(sight.line + "\n")
    sights = [sight] + sights.prefix(7)
    needsFrame = true
  }

  private func takeTexts() {
    for news in media.drain() {
      switch news {
      case .picture(let job, let picture, _):
        if captions.take(job: job, picture: picture) { needsFrame = true }
      case .failed(let job, _): _ = captions.take(job: job, picture: nil)
      default: break
      }
    }
  }

  private func draw() {
    needsFrame = false
    let height = stage.size.height
    var layers: [Layer] = []
    if let now = sights.first {
      layers += text(now.name, letters: height / 8, at: height * 0.12)
      layers += text(now.words, letters: height / 11, at: height * 0.32)
    } else {
      layers += text("Press a key or a button", letters: height / 11, at: height * 0.2)
    }
    let before = sights.dropFirst().map(\.line).joined(separator: "\n")
    layers += text(before, letters: height / 28, at: height * 0.5)
    layers += text(InputWatch.farewell, letters: height / 28, at: height * 0.88)
    if !stage.present(layers, over: .black) { needsFrame = true }
  }

  /// A text in the middle, from so far down; none until it has come.
  private func text(_ text: String, letters: Double, at top: Double) -> [Layer] {
    let width = stage.size.width
    guard !text.isEmpty,
      let picture = captions.picture(
        TextRequest(
          text: text, size: UInt32(max(6, letters)), color: 0xE0E0E0,
          maxWidth: UInt32(max(64, width * 0.94)), centered: true))
    else { return [] }
    let box = Size(Double(picture.width), Double(picture.height))
    let left = ((width - box.width) / 2).rounded(.down)
    return [
      Layer(
        cell: box, picture: picture, target: Rect(box), crop: Rect(box), backdrop: nil,
        placement: Placement(map: .shift(left, top.rounded()), opacity: 1))
    ]
  }
}

/// Opens the display for `--input-test`. The exit code.
func runInputTest(settings: ProgramSettings, log: Log) -> Int32 {
  let signals = waiting_signals()
  let bell = Bell()
  do throws(MediaError) {
    let media = try startMedia(wake: { bell.ring() })
    do throws(StageError) {
      var wish = Stage.Wish(
        window: settings.window.map { Size(Double($0.width), Double($0.height)) },
        renderer: settings.renderer)
      (wish.display, wish.mode) = (settings.display, settings.mode)
      wish.title = "Triptych: what keys and buttons do"
      let stage = try Stage(try Display(), wish)
      media.setScreen(width: Int(stage.size.width), height: Int(stage.size.height))
      let waiting = Waiting(
        bell: bell, display: stage.descriptor, signals: signals,
        watchesConsole: stage.driver == "kmsdrm")
      return InputTest(settings, stage: stage, media: media, waiting: waiting).run()
    } catch {
      log.atStart(.error, error.description)
      media.shutDown()
      return ExitCode.noDisplay
    }
  } catch {
    log.atStart(.error, error.words)
    return ExitCode.failed
  }
}
