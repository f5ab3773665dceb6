import Mustache
import Rooms
import Site

/// A comparison of two experiments: how often each was higher, or brought the event.
struct ClassComparison: Fielded {
  private let title, sentence: String
  private let rows: [Row]
  private let rolls: Int

  /// One of the two experiments, or neither.
  private struct Row {
    let name: String
    /// The count; `nil` if only guesses are counted.
    let count: Int?
    /// The exact chance; `nil` while it is hidden.
    let exact: Double?
    /// The number of guesses that it is the likelier one.
    let guesses: Int
  }

  /// The expectations are `nil` while they are hidden.
  /// - Returns: `nil` unless there are two experiments to compare.
  init?(
    _ play: ClassExperiment, _ first: Expectation?, _ second: Expectation?, guesses: [Guess] = []
  ) {
    guard let counts = play.counts else { return nil }
    let names = play.settings.names
    rolls = play.first.tally.rolls
    let exact = play.chances(first, second)
    // One of the two, or neither, which is the last row.
    let guessed = [1, 2, 0].map { side in guesses.count { $0.total.numerator == side } }
    rows = guessed.indices.compactMap { place in
      guard counts.indices ~= place || guessed[place] > 0 else { return nil }
      return Row(
        name: names.indices ~= place ? names[place] : ExperimentWords.neither,
        count: counts.indices ~= place ? counts[place] : nil,
        exact: exact.flatMap { $0.indices ~= place ? $0[place] : nil }, guesses: guessed[place])
    }
    title = ExperimentWords.title(comparing: play.settings)
    sentence =
      ExperimentWords.compared(play) ?? ExperimentWords.nothing(of: play.settings.experiment)
  }

  static func declare(_ field: inout Fields<ClassComparison>) {
    field("title") { $0.title }
    field("sentence") { $0.sentence }
    field("dots") { $0.rows.contains { $0.guesses > 0 } ? ExperimentWords.dots : nil }
    field("hasExact") { $0.rows.contains { $0.exact != nil } }
    field.rows("rows", { $0.rows }) { row in
      row("name") { $0.name }
      row("count") { $0.count?.groupedText }
      row("length") { row, comparison in
        row.count.flatMap { $0 > 0 ? $0 * 100 / comparison.rolls : nil }
      }
      row("truth") { $0.exact.map { Int(($0 * 100).rounded()) } }
      row.text("dots") { row, path in
        let places = Array(repeating: 10, count: row.guesses)
        for (x, distance) in piles(at: places, step: 10, room: 80) {
          path.append("M", x + distance)
          path.append(" 5h0")
        }
      }
      row("share") { row, comparison in
        guard comparison.rolls > 0, let count = row.count else { return "–" }
        return ExperimentWords.share(Double(count) / Double(comparison.rolls), of: comparison.rolls)
      }
      row("exact") { $0.exact.map { ExperimentWords.percent($0, places: 2) } }
    }
  }
}

extension ClassExperiment {
  /// The numbers of rolls in which the first and the second brought the event or, without an event,
  /// were higher and were equal.
  ///
  /// `nil` if there is nothing to compare.
  var counts: [Int]? {
    guard let second else { return nil }
    if let own = first.runningShare, let other = second.runningShare {
      return [Int(own.sum), Int(other.sum)]
    }
    guard settings.experiment.hasMean else { return nil }
    return [higher.first, higher.second, first.tally.rolls - higher.first - higher.second]
  }

  /// Returns the chances of those, in the same order.
  func chances(_ own: Expectation?, _ other: Expectation?) -> [Double]? {
    guard let own, let other, let second, counts != nil else { return nil }
    if let event = first.event, let theirs = second.event {
      return [
        event.chance(in: own, of: first.experiment),
        theirs.chance(in: other, of: second.experiment),
      ]
    }
    let (more, less) = own.chances(against: other)
    return [more, less, max(0, 1 - more - less)]
  }

  /// Returns the right guesses about the likelier one: 1, 2, or 0 for neither.
  func likelier(_ own: Expectation?, _ other: Expectation?) -> [Double] {
    guard let chances = chances(own, other) else { return [] }
    let isEqual = abs(chances[0] - chances[1]) <= max(chances[0], chances[1]) * 1e-11
    return [isEqual ? 0 : chances[0] > chances[1] ? 1 : 2]
  }
}

extension ExperimentSettings {
  /// The names of one or two experiments; their expressions if the names would be equal.
  var names: [String] {
    let all = [experiment] + (second.map { [$0] } ?? [])
    let names = all.map(\.heading)
    return Set(names).count == all.count ? names : all.map(\.code)
  }

  /// `2d6`, `2d6 and 1d12`.
  var heading: String { names.listed() }

  /// The guesses about two experiments, each at its number.
  var sides: [String] { second == nil ? [] : ["neither"] + names }
}

/// The sentences about two experiments.
extension ExperimentWords {
  /// The name of the row for neither.
  static let neither = "Equal"

  static func title(comparing settings: ExperimentSettings) -> String {
    guard let event = settings.event else { return "Which is higher?" }
    return "Which brings “\(event.name(of: settings.experiment))” more often?"
  }

  /// Returns a sentence on the counts; `nil` before the first roll.
  static func compared(_ play: ClassExperiment) -> String? {
    guard play.first.tally.rolls > 0, let counts = play.counts else { return nil }
    let names = play.settings.names
    let times = counts.map { $0.counted("time", "times") }
    guard let event = play.settings.event else {
      let equal = counts[2] == 0 ? "" : "; \(counts[2].groupedText) equal"
      return "\(names[0]) was higher \(times[0]), \(names[1]) \(times[1])\(equal)."
    }
    let what = event.name(of: play.settings.experiment).asSentence
    return "\(what): \(times[0]) with \(names[0]), \(times[1]) with \(names[1])."
  }

  /// Returns the right answer, with enough decimals to tell the two apart.
  ///
  /// `2d6 is more likely: 50.00% against 41.67%.`
  static func truth(
    _ play: ClassExperiment, _ first: Expectation, _ second: Expectation?
  ) -> String {
    guard let chances = play.chances(first, second), let right = play.likelier(first, second).first
    else { return "" }
    let (low, high) = (min(chances[0], chances[1]), max(chances[0], chances[1]))
    func text(_ chance: Double, _ places: Int) -> String { percent(chance, places: places) }
    guard right > 0 else { return "Neither is more likely: both have \(text(high, 2))." }
    let places = (2...12).first { text(high, $0) != text(low, $0) } ?? 2
    return """
      \(play.settings.sides[Int(right)]) is more likely: \(text(high, places)) against \
      \(text(low, places)).
      """
  }
}
