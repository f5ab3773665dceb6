import DiceLanguage
import Web

/// Anything that other sites' pages can frame: a game, or exact odds.
package struct Framable: Equatable, Sendable {
  /// The last part of its address: `craps` for `/embed/craps`.
  package let slug: String
  /// The name in headings.
  package let name: String
  /// A sentence for teachers who are choosing.
  package let summary: String
  /// The picture in previews of links to it.
  let picture: PreviewPicture
  /// The options of its own in a frame's address.
  package let options: [EmbedOption]
  /// The options of the frame itself, with the values for those who choose nothing.
  package let looks: [EmbedOption]
  /// Returns the starting state for these options, leaving out those that aren't allowed.
  let start: @Sendable (Form) -> StartOptions

  static func game(_ game: any Game.Type) -> Framable {
    Framable(
      slug: game.slug, name: game.name, summary: game.summary, picture: game.picture,
      options: game.options, looks: FrameState.choices
    ) { StartOptions(of: game, $0) }
  }

  static let odds = Framable(
    slug: "odds", name: "Dice odds",
    summary:
      "The exact chance of every total of any dice: one expression to look at together, or one of your class’s own.",
    picture: .hall, options: OddsFrame.options, looks: FrameState.looks
  ) { OddsFrame.start($0) }

  package static func == (one: Framable, other: Framable) -> Bool { one.slug == other.slug }
}
