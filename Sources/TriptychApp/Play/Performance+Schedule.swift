import TriptychCore

/// The clock on the wall: tells the show which items are out of their time.
extension Performance {
  /// The list is another one: its schedules count from this instant on.
  func readSchedule(of list: ItemList, _ now: Instant) {
    agenda = Agenda(of: list, after: agenda)
    look(now)
  }

  /// Looks at the clock if that is due; costs next to nothing if not.
  func keepSchedule(_ now: Instant) {
    // Its first look at the screen's hours is due at once.
    guard let due = agenda.nextLook ?? (settings.screenHours.isAlways ? nil : .min) else { return }
    let hasJumped = wallClock.hasJumped(at: now)
    guard wallClockSpoke || hasJumped || WallClock.now >= due else { return }
    if hasJumped {
      log.info("the clock was set: it shows \(WallClock.zone.civil(WallClock.now))", at: now)
    }
    look(now)
  }

  private func look(_ now: Instant) {
    wallClockSpoke = false
    let (wasVacant, wasTrusted) = (show.isVacant, agenda.trustsClock)
    WallClock.readZone()
    let moment = WallClock.now
    for news in agenda.look(at: moment) {
      tell(news, now)
      needsFrame = true
      switch news {
      case .offSchedule(let off):
        log.debug("schedule: \(off.count) of \(gallery.list.count) items are off")
      case .screen(let isOn):
        log.info("the screen's hours \(isOn ? "begin: it is on" : "are over: it is off")", at: now)
      default: break
      }
    }
    wallClock.note(at: now)
    wallClock.wake(at: agenda.nextLook)
    if wasTrusted, !agenda.trustsClock {
      log.warn(
        "the clock is not set, it shows \(WallClock.zone.civil(moment)): until it is, what has a"
          + " schedule is not shown, and the screen's hours do not count", at: now)
    }
    if show.isVacant, !wasVacant {
      log.info("nothing of the list is on at this time: the screen is empty", at: now)
    }
  }
}
