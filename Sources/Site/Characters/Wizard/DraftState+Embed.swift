import Games

extension DraftState: EmbeddableState {
  package static let slug = "osr"
  package static let noun = "character"
  package static let picture = PreviewPicture.characters
  package static let name = "Characters"
  package static let summary =
    "A first-level character for old-school adventures, step by step, with a sheet to print."
  /// The only step that it could ask for is the first.
  package static let options: [EmbedOption] = []
  package static let home = "/osr/new"
  package static let opening = Step.abilities.path
  static var part: WritableKeyPath<Session, DraftState?> { \.draft }

  /// The wizard, without the step that saves, and without what deletes; vault and cloud are the
  /// hall's.
  package static func offers(_ path: String) -> Bool {
    path == home
      || path.hasPrefix("\(home)/") && !path.hasPrefix(Step.save.path)
        && path != "\(Step.review.path)/continue" && path != "\(home)/abandon"
  }

  private static let step = EmbedOption.choice(
    "step", "Step", of: Step.allCases.filter { $0 != .save }.map { ($0.slug, $0.slug) },
    usual: Step.abilities.slug)

  /// `step=class`, no further than what is done: here nothing is.
  mutating func begin(_ wish: inout OptionReader) {
    guard let step = wish.choice(DraftState.step, granting: false), step != Step.abilities.slug
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
