import DiceLanguage

/// The words of the page about the dice of a roll.
enum RollWords {
  /// Returns the heading of the list of dice: `The first 1,000 of 4,995 dice in words`.
  ///
  /// So many dice and totals of groups are listed out of all.
  static func summary(
    dice: Int, of diceCount: Int, totals: Int, of totalCount: Int
  ) -> String {
    let dice = part(dice, of: diceCount, "The die", "dice")
    let totals = part(totals, of: totalCount, "The total in braces", "totals in braces")
    guard let dice else { return "\(totals ?? "") in words" }
    return "\(dice)\(totals.map { " and \($0.lowercased())" } ?? "") in words"
  }

  /// Returns a part of the heading; `nil` if there is nothing to list.
  private static func part(
    _ listed: Int, of count: Int, _ single: String, _ several: String
  ) -> String? {
    guard count > 1 else { return count == 1 ? single : nil }
    return listed < count
      ? "The first \(listed.groupedText) of \(count.groupedText) \(several)"
      : "All \(count.groupedText) \(several)"
  }

  /// The name of a group's total among dice.
  static let totalInBraces = "Total in braces"

  /// Returns the state of a die in a word or two; `nil` for its first face.
  static func state(_ event: RollDetail.Event) -> String? {
    switch event {
    case .of(.rolled): nil
    case .of(let event): event.words
    case .skipped(let count): "\(count.times) more"
    }
  }

  static func event(_ event: RollDetail.Event, _ words: WordList?) -> String {
    switch event {
    case .of(.rolled(let face)): words?[face]?.isolated ?? RolledDie.Event.rolled(face).words
    case .of(let event): event.words
    case .skipped(let count): "… \(count.groupedText) more …"
    }
  }

  static func states(of member: RollDetail.Member) -> [String] {
    [
      member.isDropped ? "dropped" : nil, member.isCounted ? "counted" : nil,
      member.isFailure ? "failure" : nil,
    ].compactMap { $0 }
  }
}

extension RollRecord {
  /// The faces: `5, 4, (1), 3; 2 | 6`, with dropped dice in brackets.
  ///
  /// Terms and rounds are separated; many dice are counted: `1 × 17, 2 × 15`.
  var facesText: String {
    if let faceRows {
      return faceRows.map { "\($0.face)\u{A0}×\u{A0}\($0.row.count.groupedText)" }
        .joined(separator: ", ")
    }
    return rounds.map { round in
      round.terms.enumerated().map { term, dice in
        let words = words(ofTerm: term)
        return dice.map {
          let face = words?[$0.value]?.isolated ?? $0.value.signedText
          return $0.isDropped ? "(\(face))" : face
        }.joined(separator: ", ")
      }.joined(separator: "; ")
    }.joined(separator: " | ")
  }
}

extension FaceCounts.Row {
  /// The faces of the row: `6`, `1–10`, `−2 to 2`.
  var text: String {
    faces.lowerBound < 0 && faces.count > 1
      ? "\(faces.lowerBound.signedText) to \(faces.upperBound.signedText)"
      : faces.count > 1 ? faces.text : faces.lowerBound.signedText
  }

  /// Returns a face's count: `6 (20 times)`, `1 to 10 (once)`.
  ///
  /// `word` is on the face instead of a number.
  func words(_ word: String?) -> String {
    let face = word ?? (faces.count > 1 ? faces.words : String(faces.lowerBound))
    return "\(face) (\(count == 1 ? "once" : "\(count) times"))"
  }
}

extension RollResult {
  /// The total; `nil` for a tally.
  var total: Rational? {
    guard case .number(let roll) = self else { return nil }
    return roll.total
  }

  /// The outcome as shown and stored: `7`, `-7/2`, `3 heads, 1 tails`.
  var outcome: String {
    switch self {
    case .number(let roll): roll.total.description
    case .tally(let roll): tallyText(roll.tally, roll.words)
    }
  }

  /// The rounds of `6x(…)`, or one, each with its dice, groups and outcome.
  var rounds: [(terms: [DiceRolled], groups: [GroupRolled], outcome: String)] {
    switch self {
    case .number(let roll):
      roll.rounds.map { ($0.terms, $0.groups, $0.total.description) }
    case .tally(let roll): [(roll.terms, [], outcome)]
    }
  }
}
