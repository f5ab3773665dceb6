import Games

extension DraftTable: EmbeddableTable {
  package static let slug = "osr"
  package static let noun = "character"
  package static let home = "/osr/new"
  package static let opening = Step.abilities.path
  static var part: WritableKeyPath<Session, DraftTable?> { \.draft }

  /// The wizard, without the step that saves; vault and cloud are the hall's.
  package static func offers(_ path: String) -> Bool {
    path == home || path.hasPrefix("\(home)/") && !path.hasPrefix(Step.save.path)
  }

  /// `step=class`, no further than what is done: here nothing is.
  mutating func begin(_ wish: inout EmbedWish) {
    let steps = Step.allCases.filter { $0 != .save }.map(\.slug)
    guard let step = wish.choice("step", of: steps, granting: false), step != Step.abilities.slug
    else { return }
    wish.remark("A character begins with its abilities; the steps after them open one by one.")
  }

  package static func isInPlay(_ session: Session) -> Bool {
    session.draft.map { !$0.isEmpty && !$0.saved.isSomewhere } ?? false
  }

  package static func copy(
    from other: Session, to session: inout Session, using random: inout any RandomNumberGenerator
  ) {
    var table = other.draft
    // The same dice for everybody must not give everybody's character the same number.
    table?.renumber(using: &random)
    session.adopt(table, as: part)
  }
}
