import Testing

@testable import TriptychCore

@Suite struct ScheduleTests {
  @Test("a schedule is over after its last moment, be that past midnight of its last day")
  func over() throws {
    var late = Schedule()
    late.until = .day(10)
    func at(_ day: Int64, _ hour: Int64) -> CivilTime {
      CivilTime(seconds: day * CivilTime.daySeconds + hour * 3600)
    }
    #expect(!late.isOver(at: at(10, 23)) && late.isOver(at: at(11, 0)))
    late.times = [Schedule.Span(start: 22 * 3600, end: 26 * 3600)]
    #expect(!late.isOver(at: at(11, 1)) && late.isOver(at: at(11, 2)))
    late.until = .moment(at(10, 12))
    #expect(!late.isOver(at: at(10, 11)) && late.isOver(at: at(10, 12)))
    #expect(!Schedule().isOver(at: at(9999, 0)))
  }

  // MARK: The calendar

  @Test func theCalendarIsTheGregorianOne() {
    #expect(CivilTime(year: 1970, month: 1, day: 1)?.seconds == 0)
    #expect(CivilTime(year: 2000, month: 3, day: 1)?.seconds == 951_868_800)
    #expect(CivilTime(year: 2024, month: 2, day: 29) != nil)
    #expect(CivilTime(year: 2100, month: 2, day: 29) == nil)
    #expect(CivilTime(year: 2026, month: 4, day: 31) == nil)
    #expect(CivilTime(year: 2026, month: 12, day: 1, hour: 24) == at("2026-12-02"))
    #expect(CivilTime(year: 2026, month: 12, day: 1, hour: 24, second: 1) == nil)
    #expect(at("2026-12-01").weekday.name == "Tue")
    #expect(at("1970-01-01").weekday.name == "Thu")
    #expect(CivilTime(seconds: -1).description == "1969-12-31 23:59:59")
    #expect(CivilTime(seconds: -1).weekday.name == "Wed")
  }

  @Test func everyDayOfFourCenturiesReadsBackAsItWasWritten() {
    var day: Int64 = -36_525
    while day < 109_572 {
      let (year, month, number) = CivilTime(seconds: day * 86_400).date
      #expect(CivilTime(year: year, month: month, day: number)?.day == day)
      day += 13
    }
  }

  // MARK: On and off

  @Test func timesOfTheDayBeginAndEndToTheSecond() {
    let lunch = schedule("times=11:00-14:00")
    #expect(!lunch.isOn(at: at("2026-12-01T10:59:59")))
    #expect(lunch.isOn(at: at("2026-12-01T11:00")))
    #expect(lunch.isOn(at: at("2026-12-01T13:59:59")))
    #expect(!lunch.isOn(at: at("2026-12-01T14:00")))
    #expect(lunch.nextChange(after: at("2026-12-01T08:00")) == at("2026-12-01T11:00"))
    #expect(lunch.nextChange(after: at("2026-12-01T11:00")) == at("2026-12-01T14:00"))
    #expect(lunch.nextChange(after: at("2026-12-01T14:00")) == at("2026-12-02T11:00"))
  }

  @Test func whatEndsAfterMidnightBelongsToTheDayOnWhichItBegan() {
    // 2026-12-04 is a Friday.
    let night = schedule("days=fri times=20:00-02:00")
    #expect(!night.isOn(at: at("2026-12-04T01:00")))
    #expect(night.isOn(at: at("2026-12-04T20:00")))
    #expect(night.isOn(at: at("2026-12-05T01:59:59")))
    #expect(!night.isOn(at: at("2026-12-05T02:00")))
    #expect(!night.isOn(at: at("2026-12-05T20:00")))
    #expect(night.nextChange(after: at("2026-12-05T00:30")) == at("2026-12-05T02:00"))
    #expect(night.nextChange(after: at("2026-12-05T02:00")) == at("2026-12-11T20:00"))
  }

  @Test func datesGoWithTheDayOnWhichATimeBegan() {
    let eve = schedule("times=20:00-02:00 from=2026-12-31 until=2026-12-31")
    #expect(!eve.isOn(at: at("2026-12-31T01:00")))
    #expect(eve.isOn(at: at("2027-01-01T01:00")))
    #expect(!eve.isOn(at: at("2027-01-01T20:00")))
    #expect(eve.nextChange(after: at("2027-01-01T02:00")) == nil)
    let cut = schedule("times=20:00-02:00 from=2026-12-31T22:00 until=2027-01-01T00:30")
    #expect(!cut.isOn(at: at("2026-12-31T21:59:59")))
    #expect(cut.isOn(at: at("2026-12-31T22:00")))
    #expect(cut.isOn(at: at("2027-01-01T00:29:59")))
    #expect(!cut.isOn(at: at("2027-01-01T00:30")))
    #expect(cut.nextChange(after: at("2026-12-31T23:00")) == at("2027-01-01T00:30"))
  }

  @Test func aDateIsTheWholeDayAndAMomentIsThatMoment() {
    let december = schedule("from=2026-12-01 until=2026-12-31")
    #expect(!december.isOn(at: at("2026-11-30T23:59:59")))
    #expect(december.isOn(at: at("2026-12-01")))
    #expect(december.isOn(at: at("2026-12-31T23:59:59")))
    #expect(!december.isOn(at: at("2027-01-01")))
    #expect(december.nextChange(after: at("2026-06-01")) == at("2026-12-01"))
    #expect(december.nextChange(after: at("2026-12-01")) == at("2027-01-01"))
  }

  @Test func aScheduleYearsAheadIsFoundAtOnce() {
    let sundays = schedule("days=sun times=10:00-11:00 from=2126-01-01")
    let change = sundays.nextChange(after: at("2026-12-01"))
    #expect(change == at("2126-01-06T10:00"))
    #expect(change?.weekday.name == "Sun")
  }

  @Test func partsOfADayThatMeetAreOne() {
    #expect(schedule("times=00:00-24:00").isAlways)
    #expect(schedule("times=12:00-24:00,00:00-12:00").isAlways)
    #expect(schedule("times=08:00-10:00,09:00-12:00").times == [.init(start: 28_800, end: 43_200)])
    let round = schedule("times=08:00-20:00,20:00-08:00 until=2027-06-30")
    #expect(round.isOn(at: at("2026-12-01T20:00")) && round.isOn(at: at("2026-12-01T07:59:59")))
  }

  /// Against a plain reading of the rule, minute by minute.
  @Test func randomSchedulesAgreeWithEachMinuteLookedAt() {
    for seed in 0..<60 {
      var dice = SplitMix64(seed: UInt64(seed))
      let some = random(&dice)
      var time = at("2026-12-20") + Int64(dice.below(1440) * 60)
      var next = some.nextChange(after: time)
      var isOn = some.isOn(at: time)
      for _ in 0..<(12 * 1440) {
        time = time + 60
        if some.isOn(at: time) != isOn {
          #expect(next == time, "seed \(seed) at \(time)")
          isOn.toggle()
          next = some.nextChange(after: time)
        } else if let due = next, due <= time {
          // Only where times meet for weeks may it be asked too early.
          next = some.nextChange(after: time)
        }
      }
    }
  }

  private func random(_ dice: inout SplitMix64) -> Schedule {
    var schedule = Schedule()
    schedule.days = Weekdays(rawValue: UInt8(1 + dice.below(127)))
    schedule.times = (0..<dice.below(4)).map { _ in
      let start = dice.below(1440) * 60
      return .init(start: start, end: start + 60 * (1 + dice.below(1439)))
    }
    let day = at("2026-12-20").day
    if dice.below(3) == 0 { schedule.from = .day(day + Int64(dice.below(6))) }
    if dice.below(4) == 0 { schedule.until = .day(day + Int64(dice.below(9))) }
    if dice.below(4) == 0 {
      schedule.from = .moment(at("2026-12-20") + Int64(dice.below(7200) * 60))
    }
    return schedule
  }

  // MARK: Words

  @Test func schedulesAreReadFromOptions() {
    #expect(schedule("days=mon-fri,sun").days == Weekdays(rawValue: 0b101_1111))
    #expect(schedule("days=Sat-mon").days == Weekdays(rawValue: 0b110_0001))
    #expect(schedule("days=Wednesday").days == Weekdays(rawValue: 0b000_0100))
    #expect(schedule("times=9:00-9:00:30").times == [.init(start: 32_400, end: 32_430)])
    #expect(schedule("times=23:00-24:00").times == [.init(start: 82_800, end: 86_400)])
    #expect(schedule("until=2026-12-01T24:00").until == .moment(at("2026-12-02")))
    #expect(options("days=mon-sun").schedule == nil)
  }

  @Test func whatIsWrongIsSaidWithWhatIsAllowed() {
    let expected = [
      "days=mon-fry": "did you mean fri?", "days=": "mon tue wed thu fri sat sun",
      "days=mon,,tue": "is not days", "days=mon-tue-wed": "is not days",
      "times=11-14": "11:00-14:00", "times=11:00": "11:00-14:00", "times=25:00-26:00": "times of",
      "times=11:60-12:00": "times of", "times=24:00-25:00": "times of",
      "times=11:00-11:00": "ends where it begins", "times=11:00-12:00,": "times of",
      "from=2026-02-30": "did you mean 2026-02-28?", "from=tomorrow": "2026-12-01T08:00",
      "from=2026-12-01T": "2026-12-01T08:00", "until=2026-13-01": "a date such as",
      "until=1969-12-31": "a date such as", "until=2026-12-01X08:00": "a date such as",
      "until=2026-12-01T08:00:60": "a date such as", "from=99999-01-01": "a date such as",
    ]
    for (words, message) in expected {
      var parsed = ItemOptions()
      do throws(OptionError) {
        let (key, value) = split(words)
        try parsed.parse(key: key, value: value)
        Issue.record("\(words) was taken")
      } catch {
        #expect(error.code == .badValue)
        #expect(error.message.contains(message), "\(words): \(error.message)")
      }
      #expect(parsed == ItemOptions())
    }
  }

  @Test func whatCanNeverBeIsFound() {
    #expect(schedule("from=2026-12-02 until=2026-12-01").impossibility?.contains("before") == true)
    #expect(schedule("from=2026-12-01T08:00 until=2026-12-01T08:00").impossibility != nil)
    #expect(schedule("days=sun from=2026-12-01 until=2026-12-05").impossibility != nil)
    #expect(
      schedule("times=11:00-12:00 from=2026-12-01T13:00 until=2026-12-02T10:00").impossibility
        != nil)
    #expect(schedule("days=sun from=2026-12-01 until=2026-12-06").impossibility == nil)
    #expect(schedule("from=2026-12-01 until=2026-12-01").impossibility == nil)
    #expect(schedule("times=20:00-02:00 until=2026-12-01").impossibility == nil)
  }
}

// MARK: - Helpers

/// A time as a playlist writes it.
func at(_ text: String) -> CivilTime {
  switch (try? ArgumentForm<Schedule.Bound>.bound.parse(Array(text.utf8))) ?? .day(.min / 86_400) {
  case .day(let day): CivilTime(seconds: day * 86_400)
  case .moment(let moment): moment
  }
}

private func split(_ word: String) -> (key: [UInt8], value: [UInt8]) {
  let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
  return (Array(parts[0].utf8), Array(parts[1].utf8))
}

/// The options that words of a `#TRIPTYCH:` line give.
func options(_ words: String) -> ItemOptions {
  var options = ItemOptions()
  for word in words.split(separator: " ") {
    let (key, value) = split(String(word))
    do throws(OptionError) {
      try options.parse(key: key, value: value)
    } catch {
      Issue.record("\(word): \(error.message)")
    }
  }
  return options
}

func schedule(_ words: String) -> Schedule { options(words).schedule ?? Schedule() }
