import TriptychCore
import TriptychPaint
import TriptychRemote

/// What the control socket asks for, carried out through the same doors as what keys ask for.
extension PlayLoop {
  /// At most one order of each client a turn.
  func takeOrders(_ now: Instant) {
    guard let remote else { return }
    for order in remote.server.takeOrders() {
      if case .screenshot = order.request {
        expose(order, remote, now)
      } else {
        remote.server.answer(order, answer(order, remote, now))
      }
    }
    remote.tellState(of: performance.show)
  }

  private func answer(
    _ order: RemoteOrder, _ remote: RemoteControl, _ now: Instant
  ) -> RemoteAnswer {
    do throws(RemoteError) {
      switch order.request {
      case .act(let action): try act(action, now)
      case .go(let point): try go(to: point, now)
      case .set(let change): try command(.set(change), now)
      case .message(let text, let time):
        message = Message(text, at: now, stands: time)
        performance.needsFrame = true
      case .reloadList: performance.reload(byHand: true)
      case .insert, .delete, .move, .update: try performance.edit(order, now)
      case .status: return .result(remote.report(performance, size: stage.screen, at: now).json)
      case .events: return .events(remote.report(performance, size: stage.screen, at: now).json)
      case .commands: return .result(RemoteCommand.result)
      case .screenshot: break
      }
      return .done
    } catch { return .failure(error) }
  }

  private func act(_ action: Action, _ now: Instant) throws(RemoteError) {
    let isKiosk = performance.settings.show.kiosk
    switch action {
    case .command(let command): try self.command(command, now)
    case .information: perform(.toggleInformation, now)
    case .bars: perform(.toggleBars, now)
    case .help: perform(.toggleHelp, now)
    case .overview: perform(.toggleOverview, now)
    case .fullscreen where !isKiosk: perform(.toggleFullscreen, now)
    case .fullscreen: throw RemoteError(.notNow, "a kiosk keeps its whole screen")
    case .up, .down, .enter, .leave, .back, .drag, .digit, .ignore:
      throw RemoteError(.unknown, "that makes sense with a keyboard only")
    }
  }

  private func command(_ command: Command, _ now: Instant) throws(RemoteError) {
    if performance.show.isTooSoon(command, at: now) {
      throw RemoteError(.tooSoon, "the screen changes at most three times a second here")
    }
    switch command {
    case .seek, .toggleFilm, .stepFrame, .speed, .setSpeed:
      let show = performance.show
      let pose = show.poses(at: now).first { $0.place == show.currentPlace }
      guard pose?.film != nil else { throw RemoteError(.notNow, "no film is shown") }
    default: break
    }
    performance.recorder?.write(.remote(command), at: now)
    perform(.command(command), now)
  }

  private func go(to point: StartPoint, _ now: Instant) throws(RemoteError) {
    let list = performance.gallery.list
    guard let number = list.number(of: point) else {
      switch point {
      case .number: throw RemoteError(.badValue, "the list has \(list.count) items")
      case .name(let name):
        throw RemoteError(.badValue, "no item has the name '\(String(escaping: name))'")
      }
    }
    try command(.go(to: number), now)
  }

  /// What stands on the screen now, painted once more: asking a display for its pixels may wait.
  private func expose(_ order: RemoteOrder, _ remote: RemoteControl, _ now: Instant) {
    let (width, height) = (Int(stage.screen.width), Int(stage.screen.height))
    guard performance.hasPresented, width > 0, height > 0 else {
      let error = RemoteError(.notNow, "nothing is on the screen yet")
      return remote.server.answer(order, .failure(error))
    }
    let show = performance.show
    let ground = show.isBlank ? Color.black : show.settings.item.background
    let layers = stage.frame(layers(show.poses(at: now), at: now), over: ground)
    let painter = Painter(threads: 1)
    let picture = Picture.make(width: width, height: height) { pixels, stride in
      painter.paint(
        layers, over: ground, into: pixels, stride: stride, width: width, height: height)
    }
    remote.expose(picture, for: order, performance)
  }
}
