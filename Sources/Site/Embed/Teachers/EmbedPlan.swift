import DiceLanguage
import Web

/// A teacher's choices at `/embed?…`: a game or odds, the options, and the size of the frame.
package struct EmbedPlan {
  static let width = EmbedOption(
    name: "width", label: "Width in pixels", kind: .number(320...2_000, step: 1),
    defaultValue: "")
  package static let height = EmbedOption.number(
    "height", "Height in pixels", in: 320...2_000, default: defaultHeight)
  /// The default height in CSS pixels: enough for the moves of every game; the rest scrolls.
  package static let defaultHeight = 640

  let subject: Framable
  /// The values typed for it, right or wrong.
  let typed: Form
  /// The values typed for other subjects, kept in case one of them is chosen again.
  let kept: [Form.Field]
  let start: StartOptions
  /// The size in CSS pixels; `nil` if not chosen.
  package let width, height: Int?
  /// The remarks on choices that were corrected or left out.
  package let remarks: [OptionReader.Remark]

  init(_ query: Form, in features: Features) {
    let slug = query["game"] ?? ""
    let named = features.framables.first { $0.slug == slug }
    let subject = named ?? features.framables[0]
    let unknown = OptionReader.Remark(
      text: "There’s no game “\(slug.shownAgain)” here, so here are the dice.")
    let others = features.framables.filter { $0 != subject }
    self.init(
      of: subject, typed: EmbedPlan.typed(for: subject, in: query, chosen: subject),
      kept: others.flatMap { other in
        EmbedPlan.typed(for: other, in: query, chosen: subject).fields.compactMap { field in
          EmbedPlan.isKnown(field, to: other)
            ? .init(name: "\(other.slug).\(field.name)", value: field.value) : nil
        }
      },
      remarks: named == nil && !slug.isEmpty ? [unknown] : [])
  }

  package init(
    of subject: Framable, typed: Form, kept: [Form.Field] = [],
    remarks: [OptionReader.Remark] = []
  ) {
    var size = OptionReader(typed, outcome: "the frame will have")
    self.subject = subject
    self.typed = typed
    self.kept = kept
    width = size.number(EmbedPlan.width)
    height = size.number(EmbedPlan.height)
    start = subject.start(EmbedPlan.completed(typed, with: subject.looks))
    self.remarks = remarks + start.remarks + size.remarks
  }

  /// Creates a plan with the default options.
  init(of subject: Framable) { self.init(of: subject, typed: Form()) }

  /// Creates a plan that begins as another address does.
  init(of subject: Framable, _ start: StartOptions) {
    self.subject = subject
    self.start = start
    typed = Form()
    kept = []
    width = nil
    height = nil
    remarks = start.remarks
  }

  /// Returns the values typed for a game or odds.
  ///
  /// The form has fields for one subject, named by `of`, as another choice only takes effect on the
  /// next page; values typed for the others are sent along, as `pig.goal`.
  private static func typed(for subject: Framable, in query: Form, chosen: Framable) -> Form {
    guard (query["of"] ?? chosen.slug) != subject.slug else {
      return Form(
        query.fields.filter { !["game", "of"].contains($0.name) && !$0.name.contains(".") })
    }
    let prefix = "\(subject.slug)."
    return Form(
      query.fields.compactMap { field in
        field.name.hasPrefix(prefix)
          ? .init(name: String(field.name.dropFirst(prefix.count)), value: field.value) : nil
      })
  }

  /// Returns the values for the frame's address, with defaults for those who choose nothing.
  private static func completed(_ typed: Form, with looks: [EmbedOption]) -> Form {
    let typed = typed.leavingOut([width.name, height.name])
    let moves = looks.filter {
      $0.defaultValue == FrameState.movesOnly && typed[$0.name]?.isEmpty != false
    }
    return Form(
      typed.leavingOut(moves.map(\.name)).fields
        + moves.map { .init(name: $0.name, value: $0.defaultValue) })
  }

  /// The fields in the form.
  var controls: [EmbedOption] { EmbedPlan.controls(of: subject) }

  private static func controls(of subject: Framable) -> [EmbedOption] {
    subject.options + subject.looks + [width, height]
  }

  /// Returns whether it is a value for one of the fields, of a possible length.
  private static func isKnown(_ field: Form.Field, to subject: Framable) -> Bool {
    1...longestKept ~= field.value.utf8.count
      && controls(of: subject).contains { $0.name == field.name }
  }

  /// The longest kept value in bytes: names of 30 characters of any kind, and expressions.
  private static let longestKept = 4 * Expression.Limits.text

  /// The frame's address below the mount.
  package var path: String {
    "/embed/\(subject.slug)" + (start.text.isEmpty ? "" : "?\(start.text)")
  }

  /// The query of the page that prepares it, without mistakes.
  var query: String {
    PercentCoding.encode([("game", subject.slug)]) + (start.text.isEmpty ? "" : "&\(start.text)")
  }

  /// Returns the line to copy, with the chosen size.
  func line(_ addresses: AbsoluteURLs) -> FrameLine {
    line(addresses, width: width, height: height ?? EmbedPlan.defaultHeight)
  }

  /// Returns the line to copy, with a size in CSS pixels; without a width, as wide as the page.
  func line(_ addresses: AbsoluteURLs, width: Int?, height: Int) -> FrameLine {
    FrameLine(
      address: addresses.page(path), title: title, width: width, height: height,
      theme: start.themeWithoutGround)
  }

  /// The subject of the frame, such as `Odds of 2d6`.
  package var name: String { start.subject ?? subject.name }
  var title: String { EmbedPlan.title(name) }

  /// Returns the title of a frame with this name, and of a link to it.
  package static func title(_ name: String) -> String { "\(name) in Dicehall" }
}
