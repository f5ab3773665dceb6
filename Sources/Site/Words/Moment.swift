import Mustache

/// A second of the UTC calendar, written without Foundation.
package struct Moment: Sendable {
  package let year, month, dayOfMonth: Int
  private let secondOfDay: Int

  /// - Parameter seconds: since 1970-01-01, not negative.
  package init(seconds: Int) {
    secondOfDay = seconds % 86_400
    // Years that begin in March put the leap day last; 719 468 days lie between 0000-03-01 and 1970.
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

  /// `01:40`.
  package var clock: Text { "\(twoDigits: hour):\(twoDigits: minute)" }

  /// `01:40:07`.
  var clockWithSeconds: Text {
    "\(twoDigits: hour):\(twoDigits: minute):\(twoDigits: second)"
  }

  /// `2026-11-21`.
  package var date: Text { "\(year)-\(twoDigits: month)-\(twoDigits: dayOfMonth)" }

  /// `21 Nov`.
  package var day: Text { "\(dayOfMonth) \(Moment.months[month - 1])" }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// `2026-11-21T01:40:00Z`.
  package var iso: Text {
    """
    \(year)-\(twoDigits: month)-\(twoDigits: dayOfMonth)T\
    \(twoDigits: hour):\(twoDigits: minute):\(twoDigits: second)Z
    """
  }

  /// Whether both are moments of the same day.
  func isSameDay(as other: Moment) -> Bool {
    (year, month, dayOfMonth) == (other.year, other.month, other.dayOfMonth)
  }
}

extension Text.StringInterpolation {
  fileprivate mutating func appendInterpolation(twoDigits number: Int) {
    text.append(number, digits: 2)
  }
}
