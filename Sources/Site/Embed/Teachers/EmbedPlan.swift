import DiceLanguage
import Web

/// What a teacher has chosen at `/embed?…`: a game or odds, the options, and the size of the frame.
struct EmbedPlan {
  static let width = EmbedOption(
    name: "width", label: "Width in pixels", kind: .number(320...2_000, step: 1),
    defaultValue: "")
  static let height = EmbedOption.number(
    "height", "Height in pixels", in: 320...2_000, default: defaultHeight)
  /// In CSS pixels: enough for the moves of every game; the rest can be scrolled to.
  static let defaultHeight = 640

  let subject: Framable
  /// What was typed for it, right or wrong.
  let typed: Form
  /// What was typed for the others, to be there when one of them is chosen again.
  let kept: [Form.Field]
  let start: StartOptions
  /// In CSS pixels; `nil` if not chosen.
  let width, height: Int?
  /// About choices that were corrected or left out.
  let remarks: [OptionReader.Remark]

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

  init(
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

  /// With the default options.
  init(of subject: Framable) { self.init(of: subject, typed: Form()) }

  /// As somebody else's address begins it.
  init(of subject: Framable, _ start: StartOptions) {
    self.subject = subject
    self.start = start
    typed = Form()
    kept = []
    width = nil
    height = nil
    remarks = start.remarks
  }

  /// The fields that were typed for a game, or for odds.
  ///
  /// The form has fields for one of them, named by `of`, as the choice of another only counts with
  /// the next page; what was typed for the others comes with it, as `pig.goal`.
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

  /// What was typed for the frame's address, with what a teacher who chooses nothing gets.
  private static func completed(_ typed: Form, with looks: [EmbedOption]) -> Form {
    let typed = typed.leavingOut([width.name, height.name])
    let moves = looks.filter {
      $0.defaultValue == FrameState.movesOnly && typed[$0.name]?.isEmpty != false
    }
    return Form(
      typed.leavingOut(moves.map(\.name)).fields
        + moves.map { .init(name: $0.name, value: $0.defaultValue) })
  }

  /// Its fields in the form.
  var controls: [EmbedOption] { EmbedPlan.controls(of: subject) }

  private static func controls(of subject: Framable) -> [EmbedOption] {
    subject.options + subject.looks + [width, height]
  }

  /// Whether it is a value for one of the fields, of a length that may fit.
  private static func isKnown(_ field: Form.Field, to subject: Framable) -> Bool {
    1...longestKept ~= field.value.utf8.count
      && controls(of: subject).contains { $0.name == field.name }
  }

  /// In bytes: names of 30 characters, whatever they are, and expressions.
  private static let longestKept = 4 * Expression.Limits.text

  /// The frame's address below the mount.
  var path: String { "/embed/\(subject.slug)" + (start.text.isEmpty ? "" : "?\(start.text)") }

  /// The query of the page that prepares it, without what is wrong.
  var query: String {
    PercentCoding.encode([("game", subject.slug)]) + (start.text.isEmpty ? "" : "&\(start.text)")
  }

  /// The line to copy, with the chosen size.
  func line(_ addresses: AbsoluteURLs) -> FrameLine {
    line(addresses, width: width, height: height ?? EmbedPlan.defaultHeight)
  }

  /// The line to copy, with a size in CSS pixels; without a width, as wide as the page around it.
  func line(_ addresses: AbsoluteURLs, width: Int?, height: Int) -> FrameLine {
    FrameLine(
      address: addresses.page(path), title: title, width: width, height: height,
      theme: start.themeWithoutGround)
  }

  /// What the frame shows, such as `Odds of 2d6`.
  var name: String { start.subject ?? subject.name }
  var title: String { EmbedPlan.title(name) }

  /// What a frame with this is called, and a link to it.
  static func title(_ name: String) -> String { "\(name) in Dicehall" }
}
