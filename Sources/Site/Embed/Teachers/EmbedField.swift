import Mustache
import Web

/// An option's control in the form at `/embed`: its label, its limits and its value.
struct EmbedField: Fielded {
  let option: EmbedOption
  /// What was typed or chosen, right or wrong; empty for the default.
  let value: String
  /// Whether a remark on the page says what was wrong with it.
  let isWrong: Bool

  static func declare(_ field: inout Fields<EmbedField>) {
    field("name") { $0.option.name }
    field("label") { $0.option.label }
    field("value") { $0.value }
    field("isWrong") { $0.isWrong }
    field("choice") { $0.choice }
    field("number") { Limits($0.option) }
    field("maximum") { field in
      guard case .text(let maximum, _) = field.option.kind else { return nil as Int? }
      return maximum
    }
    field("hint") { $0.hint }
  }

  private var choice: Choice? {
    guard case .choice(let words) = option.kind else { return nil }
    let chosen = value.isEmpty ? option.usual : value
    return Choice(
      words: words.map { word in
        // The default needn't be in the address.
        ChoiceWord(
          value: word.word == option.usual ? "" : word.word, words: word.name,
          isChosen: word.word == chosen)
      })
  }

  private var hint: String? {
    switch option.kind {
    case .choice: return nil
    case .text(_, let hint): return hint
    case .number(let range, let step):
      let steps = step == 1 ? "" : " in steps of \(step)"
      let limits = "\(range.lowerBound.groupedText) to \(range.upperBound.groupedText)\(steps)"
      let usual = Int(option.usual).map { "usually \($0.groupedText)" }
      return "\(limits); \(usual ?? "leave empty for the width of the page")."
    }
  }

  private struct Choice: Fielded {
    let words: [ChoiceWord]

    static func declare(_ field: inout Fields<Choice>) { field("words") { $0.words } }
  }

  /// The `min`, `max` and `step` of a number's control.
  private struct Limits: Fielded {
    let range: ClosedRange<Int>
    let step: Int

    init?(_ option: EmbedOption) {
      guard case .number(let range, let step) = option.kind else { return nil }
      self.range = range
      self.step = step
    }

    static func declare(_ field: inout Fields<Limits>) {
      field("lowest") { $0.range.lowerBound }
      field("highest") { $0.range.upperBound }
      field("step") { $0.step }
    }
  }
}
