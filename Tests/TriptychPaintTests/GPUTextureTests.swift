import CSDL2
import Testing
import TriptychCore

@testable import TriptychStage

private let cell = Size(192, 108)

extension GPUPainterTests {
  /// When pictures come to the graphics processor, and when they go.
  @Suite(.serialized) @MainActor struct Textures {
    private func layer(_ picture: Picture) -> Layer { Sample.layer(picture, cell: cell) }

    /// Five strips of 256 KiB each.
    private func large(_ seed: Int) -> Picture { Sample.even(640, 510, UInt32(seed)) }

    @Test func aPictureIsUploadedStripByStripWithinItsTime() throws {
      let bench = try GPUBench(192, 108)
      let picture = large(1)
      // Each look at the clock takes a millisecond: one at the start, one before each strip.
      bench.clock.step = .milliseconds(1)
      var turns = 0
      while !bench.canvas.prepare([picture], within: .milliseconds(2)), turns < 20 { turns += 1 }
      #expect(turns == 4, "five strips, one a turn, and none is left in the fifth")
      #expect(bench.canvas.isPrepared(picture))
      #expect(!bench.canvas.isPrepared(large(2)))
    }

    @Test func whatIsMissingIsUploadedWhenItIsDrawn() throws {
      let bench = try GPUBench(192, 108)
      bench.clock.step = .milliseconds(1)
      let picture = Sample.soft(192, 108)
      #expect(!bench.canvas.prepare([picture], within: .milliseconds(1)))
      try bench.paint([layer(picture)]).expectAlike("at once")
      #expect(bench.canvas.isPrepared(picture))
    }

    @Test func whatNobodyShowsIsLetGoOf() throws {
      let bench = try GPUBench(192, 108)
      let pictures = (1...4).map { Sample.soft(192, 108, seed: $0) }
      #expect(bench.canvas.prepare(pictures, within: .seconds(1)))
      #expect(bench.canvas.textures.count == 4)
      _ = try bench.paint([layer(pictures[0])])
      #expect(bench.canvas.prepare([pictures[1]], within: .seconds(1)))
      #expect(bench.canvas.textures.count == 2, "the one that is drawn, and the one to come")
      _ = try bench.paint([layer(pictures[1])])
      #expect(bench.canvas.prepare([], within: .seconds(1)))
      #expect(bench.canvas.textures.count == 1)
      #expect(!bench.canvas.isPrepared(pictures[0]))
    }

    @Test func aPictureIsKeptAliveByItsTextureAndNoLonger() throws {
      final class Owner: Sendable { let block = PixelBlock(byteCount: 192 * 108 * 4) }
      let bench = try GPUBench(192, 108)
      var owner: Owner? = Owner()
      weak let watched = owner
      if let owner {
        let picture = Picture(
          width: 192, height: 108, stride: 768, base: UnsafeRawPointer(owner.block.base),
          isOpaque: true, owner: owner)
        _ = try bench.paint([layer(picture)])
      }
      owner = nil
      #expect(watched != nil, "another picture in the same memory would be taken for it")
      _ = try bench.paint([])
      #expect(watched == nil)
    }

    @Test func aFilmsFramesTakeTurnsWithTwoTextures() throws {
      let bench = try GPUBench(192, 108)
      var frames: [Picture] = []
      for _ in 0..<10 {
        // All are alive at once, as in a ring of slots.
        frames.append(Sample.planes(192, 108))
        if let frame = frames.last { _ = try bench.paint([layer(frame)]) }
        #expect(bench.canvas.textures.count <= 2)
      }
      _ = try bench.paint([layer(Sample.soft(192, 108))])
      #expect(bench.canvas.textures.count == 1)
    }

    @Test func aResetProcessorIsGivenAllAnew() throws {
      let bench = try GPUBench(192, 108)
      let layers = [layer(Sample.soft(192, 108)), layer(Sample.planes(97, 61))]
      let before = try bench.paint(layers).mine
      bench.canvas.forget()
      #expect(bench.canvas.textures.count == 0)
      #expect(try bench.paint(layers).mine == before)
      #expect(bench.canvas.textures.count == 2)
    }

    @Test(arguments: [SDL_RENDER_TARGETS_RESET, SDL_RENDER_DEVICE_RESET])
    func sdlsWordOfAResetBringsAFrame(kind: SDL_EventType) throws {
      SDL_SetHint(SDL_HINT_VIDEODRIVER, "offscreen")
      let stage = try Stage(
        try Display(), Stage.Wish(window: cell, renderer: .opengles2))
      #expect(stage.takesPlanes && stage.painter.warning == nil, "\(stage.painter)")
      let picture = Sample.soft(192, 108)
      #expect(stage.present([layer(picture)], over: .black) && stage.isPrepared(picture))
      _ = stage.events()
      var event = SDL_Event()
      event.type = kind.rawValue
      SDL_PushEvent(&event)
      #expect(stage.events() == [.exposed])
      #expect(stage.isPrepared(picture) == (kind == SDL_RENDER_TARGETS_RESET))
      #expect(stage.present([layer(picture)], over: .black) && stage.isPrepared(picture))
    }

    @Test func anImitatedProcessorIsNotTakenByItself() throws {
      SDL_SetHint(SDL_HINT_VIDEODRIVER, "offscreen")
      let display = try Display()
      let window = try Window(display, Stage.Wish(window: cell))
      var choice = PainterChoice(window: window, driver: "x11")
      choice.hasDevice = true
      let (canvas, report) = try choice.painter(.auto)
      if canvas is GPUCanvas {
        #expect(report.words.hasPrefix("gpu ("))
      } else {
        #expect(report.words.hasPrefix("cpu (OpenGL is only imitated, by "), "\(report)")
      }
      #expect(report.warning == nil)
      #expect(canvas.show([layer(Sample.soft(192, 108))], over: .black))
    }

    @Test func onABareConsoleTheImitationShowsWhatTheProcessorPaints() throws {
      SDL_SetHint(SDL_HINT_VIDEODRIVER, "offscreen")
      let window = try Window(try Display(), Stage.Wish(window: cell))
      let choice = PainterChoice(window: window, driver: "kmsdrm")
      let (canvas, report) = try choice.painter(.auto)
      #expect(canvas is GPUCanvas || report.words.hasPrefix("cpu (OpenGL is only imitated, by "))
      #expect(canvas.width == 192 && canvas.height == 108)
      for opacity in [1, 0.5] {
        var shown = layer(Sample.soft(192, 108))
        shown.placement.opacity = opacity
        #expect(canvas.show([shown], over: .black))
      }
    }

    @Test func whatCannotBeHadIsSaidAndTheProcessorDraws() throws {
      func stage(_ wish: Renderer) throws -> Stage {
        SDL_SetHint(SDL_HINT_VIDEODRIVER, "dummy")
        return try Stage(try Display(), Stage.Wish(window: cell, renderer: wish))
      }
      for wish in [Renderer.gpu, .opengles2, .opengl] {
        let stage = try stage(wish)
        #expect(stage.painter.words == "cpu (\(wish.rawValue) cannot be had)")
        #expect(stage.painter.warning?.hasPrefix("--renderer \(wish.rawValue): no opengl") == true)
        #expect(stage.present([layer(Sample.soft(192, 108))], over: .black))
        #expect(!stage.takesPlanes)
      }
      let automatic = try stage(.auto)
      #expect(automatic.painter.words == "cpu (there is no graphics processor)")
    }
  }

  @Test(arguments: [
    ("llvmpipe (LLVM 15.0.6, 256 bits)", false), ("softpipe", false), ("SwiftShader", false),
    ("Software Rasterizer", false), ("Mesa Intel(R) UHD Graphics 620 (KBL GT2)", true),
    ("V3D 4.2", true), ("virgl (NVIDIA T4)", true),
  ])
  func imitationsAreKnownByName(device: String, isReal: Bool) {
    #expect(PainterChoice.isReal(device) == isReal)
    #expect(!PainterChoice.isReal(nil))
  }
}
