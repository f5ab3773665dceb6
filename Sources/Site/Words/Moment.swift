import Mustache

/// A second of the UTC calendar, written without Foundation.
package struct Moment: Sendable {
  package let year, month, dayOfMonth: Int
  private let secondOfDay: Int

  /// - Parameter seconds: the seconds since 1970-01-01, not negative.
  package init(seconds: Int) {
    secondOfDay = seconds % 86_400
    // Years that begin in March have the leap day last; 719 468 days are from 0000-03-01 to 1970.
    let days = seconds / 86_400 + 719_468
    let era = days / 146_097
    let dayOfEra = days % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    dayOfMonth = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  package var hour: Int { secondOfDay / 3_600 }
  package var minute: Int { secondOfDay / 60 % 60 }
  package var second: Int { secondOfDay % 60 }

  /// The time: `01:40`.
  package var clock: Text { text { writeClock(to: &$0) } }

  /// The time with seconds: `01:40:07`.
  package var clockWithSeconds: Text { "\("00:00:00", digits: timeDigits)" }

  /// The date: `2026-11-21`.
  package var date: Text { "\(year)\("-00-00", digits: dayDigits)" }

  /// The day: `21 Nov`.
  package var day: Text { text { writeDay(to: &$0) } }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The moment in ISO 8601: `2026-11-21T01:40:00Z`.
  package var iso: Text { text { writeISO(to: &$0) } }

  func writeClock(to text: inout some TextWriter & ~Copyable) {
    text.append("00:00", digits: hour * 100 + minute)
  }

  func writeDay(to text: inout some TextWriter & ~Copyable) {
    text.append(dayOfMonth)
    text.append(" ")
    text.append(Moment.months[month - 1])
  }

  func writeISO(to text: inout some TextWriter & ~Copyable) {
    text.append(year)
    text.append("-00-00T00:00:00Z", digits: dayDigits * 1_000_000 + timeDigits)
  }

  private func text(_ write: (inout Text) -> Void) -> Text {
    var text = Text()
    write(&text)
    return text
  }

  /// The month and day as digits: `1121`.
  private var dayDigits: Int { month * 100 + dayOfMonth }
  /// The time as digits: `014000`.
  private var timeDigits: Int { (hour * 100 + minute) * 100 + second }
}
