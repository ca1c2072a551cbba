/// The rows of the table that say when an item is shown, and those of `rehearse`.
extension Option {
  static let schedule = [allShowings, days, times, from, until]

  static let days = Option(
    "days", .item, .weekdays, in: .item, "on which days of the week it is shown",
    """
    As in days=mon-fri,sun. What begins before midnight and ends after it belongs to the day \
    on which it began. An item out of its time is passed over by timer and keys; if it is on \
    the screen when its time ends, it gives way at that second. If nothing else may be shown, \
    the screen shows the background.
    """,
    set: { _, _ in }, item: { days, options in options.changeSchedule { $0.days = days } }
  ).by(note: "every day")

  static let times = Option(
    "times", .item, .daySpans, in: .item, "at which times of the day it is shown",
    """
    As in times=11:00-14:00,20:00-02:00, by the clock on the wall where the display is. The \
    second time does not belong to it any more; what ends before it begins ends on the next \
    day. Where summer time begins or ends, a time that is skipped does not come, and one that \
    comes twice counts twice. As long as the computer's clock stands before 2025 it has not been \
    set, and what has a schedule is not shown.
    """,
    set: { _, _ in }, item: { times, options in options.changeSchedule { $0.times = times } }
  ).by(note: "the whole day")

  static let from = Option(
    "from", .item, .bound, in: .rehearse, "the first day, or moment, at which it is shown",
    """
    A date is that day from its beginning; with a time it is that moment. On the command line \
    it says where rehearse begins; without it that is now.
    """,
    set: { $1.rehearsal.from = $0 },
    item: { from, options in options.changeSchedule { $0.from = from } })

  static let until = Option(
    "until", .item, .bound, in: .rehearse, "the last day, or the moment at which it ends",
    """
    A date is that day to its end, with what begins on it before midnight. With a time it is \
    the moment from which on the item is not shown any more. On the command line it says where \
    rehearse ends; without it that is a day after its beginning.
    """,
    set: { $1.rehearsal.until = $0 },
    item: { until, options in options.changeSchedule { $0.until = until } })

  static let allShowings = Option(
    "all", .rehearse, .flag, in: [.rehearse, .configuration], "a line for each showing",
    """
    With the second at which the change to it begins, and the one at which the change to the \
    next begins. Without it, a line sums up the time in which the same items are on.
    """,
    set: { $1.rehearsal.tellsAll = $0 }
  ).by(default: "no")
}
