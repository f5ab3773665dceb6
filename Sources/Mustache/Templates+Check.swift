/// A template and the types it is rendered with.
public struct Pairing {
  /// The template's name.
  public let template: String
  let stack: [any Fielded.Type]

  /// Pairs a template with the types of the values pushed for it, the top of the stack last.
  public init(_ template: String, with stack: [any Fielded.Type]) {
    self.template = template
    self.stack = stack
  }
}

extension Templates {
  /// Checks templates against the fields that their pages declare, in both directions and by scope.
  ///
  /// Finds names that nothing on the stack provides there, lists and objects shown as if they were
  /// text, fillings for blocks that no template has, fields that no template uses or that are
  /// declared twice, and templates that are neither paired nor called. Data of type `Value` may
  /// have any names. A partial named by a value may be any template, so it is searched only for the
  /// fields it uses; what lambdas return is not searched.
  /// - Returns: the mistakes, in the order of the pairings; empty if everything fits.
  public func check(_ pairings: [Pairing]) -> [TemplateError] {
    let analysis = library.analysis
    var checker = Checker(analysis: analysis)
    for pairing in pairings { checker.check(pairing) }
    let known = analysis.compiled.called.union(pairings.map(\.template)).union(checker.ofRows)
    let unused = library.sources.map(\.name).filter { !known.contains($0) }
    return checker.mistakes + analysis.compiled.unplacedBlocks.map(\.mistake)
      + unused.map { Checker.mistake(in: $0, "a template", "a page or partial that uses it") }
      + checker.repeatedFields() + checker.unusedFields()
  }
}

extension UnplacedBlock {
  fileprivate var mistake: TemplateError {
    TemplateError(
      location: place.location, found: "the block \"\(name)\"",
      expected: "a block that its parent has")
  }
}

/// Walks through outlines with the types that are on the stack.
private struct Checker {
  struct Walk: Hashable {
    let routine: Int
    let stack: [String]
    let isGuess: Bool
  }

  let analysis: Library.Analysis
  var mistakes: [TemplateError] = []
  var resolver = FieldResolver()
  var walks: Set<Walk> = []
  /// The templates of rows.
  var ofRows: Set<String> = []
  /// Whether the current walk may be meant for other values, so that no mistake is reported.
  var isGuess = false

  mutating func check(_ pairing: Pairing) {
    guard let routine = analysis.routines[pairing.template] else {
      let mistake = Checker.mistake(in: pairing.template, "no such template", "one for its page")
      if !mistakes.contains(mistake) { mistakes.append(mistake) }
      return
    }
    walk(routine, [FieldKind](pairing.stack))
  }

  /// Returns a mistake in a template as a whole.
  static func mistake(in template: String, _ found: String, _ expected: String) -> TemplateError {
    TemplateError(
      location: Location(file: template, line: 1, column: 1), found: found, expected: expected)
  }

  private mutating func walk(_ routine: Int, _ stack: [FieldKind]) {
    let key = Walk(routine: routine, stack: stack.map(\.identity), isGuess: isGuess)
    guard walks.insert(key).inserted else { return }
    let outline = analysis.compiled.outlines[routine]
    /// The stack inside each section.
    var inside: [Int: [FieldKind]] = [:]
    for (index, use) in outline.uses.enumerated() {
      let stack = use.section.flatMap { inside[$0] } ?? stack
      let kind = kind(of: use, on: stack)
      if use.kind == .section { inside[index] = stack.opening(kind) }
      if use.tag.isDynamic { guess(stack) }
    }
    for call in outline.calls {
      walk(call.routine, call.section.flatMap { inside[$0] } ?? stack)
    }
  }

  /// Walks through all templates to find the fields they use.
  private mutating func guess(_ stack: [FieldKind]) {
    let outer = isGuess
    isGuess = true
    for routine in analysis.routines.values.sorted() { walk(routine, stack) }
    isGuess = outer
  }

  // MARK: Names

  /// Returns the kind of value a tag names; `anything` once a mistake has been reported.
  private mutating func kind(of use: Outline.Use, on stack: [FieldKind]) -> FieldKind {
    guard let kind = resolver.resolve(use.tag.path, on: stack) else {
      let types = stack.reversed().compactMap(\.objectName)
      report(
        use, found: use.text,
        expected: types.isEmpty ? "no name here" : "a field of \(types.joined(separator: " or "))")
      return .anything
    }
    if case .rows(let type) = kind {
      guard !stack.contains(where: \.isKnownRow) else {
        report(use, found: "\(use.text), rows within a row", expected: "rows on a page alone")
        return .anything
      }
      ofRows.insert(type.template)
      check(Pairing(type.template, with: [type]))
    }
    let isSection = use.kind == .section || use.kind == .inverted
    if !isSection, !kind.isShown {
      report(use, found: "\(use.text), which is \(kind.phrase)", expected: "a section for it")
    }
    return kind
  }

  private mutating func report(_ use: Outline.Use, found: String, expected: String) {
    guard !isGuess else { return }
    let mistake = TemplateError(location: use.place.location, found: found, expected: expected)
    if !mistakes.contains(mistake) { mistakes.append(mistake) }
  }

  /// Returns the fields that are declared twice, of all types that were checked.
  func repeatedFields() -> [TemplateError] {
    resolver.allDeclarations.flatMap { declaration in
      let fields = declaration.fields
      return fields.indices.filter { fields[..<$0].contains(fields[$0].name) }.map {
        TemplateError(
          location: fields[$0].location,
          found: "a second field \"\(fields[$0].name)\" of \(declaration.name)",
          expected: "only one field of each name")
      }
    }
  }

  /// Returns the fields that no template uses, of all types that were checked.
  func unusedFields() -> [TemplateError] {
    resolver.allDeclarations.flatMap { declaration in
      declaration.fields.filter { !resolver.hasFound($0, of: declaration) }.map {
        TemplateError(
          location: $0.location, found: "the field \"\($0.name)\" of \(declaration.name)",
          expected: "a template that uses it")
      }
    }
  }
}

extension Outline.Use {
  /// The tag as written with the standard delimiters.
  fileprivate var text: String {
    switch kind {
    case .variable: "{{\(tag.name)}}"
    case .section: "{{#\(tag.name)}}"
    case .inverted: "{{^\(tag.name)}}"
    case .partial: "{{>\(tag.content)}}"
    case .parent: "{{<\(tag.content)}}"
    }
  }
}

extension FieldKind {
  fileprivate var isShown: Bool {
    switch self {
    case .text, .number, .flag, .rows, .lambda, .anything: true
    case .list, .object, .part: false
    }
  }

  fileprivate var isKnownRow: Bool {
    if case .object(let type) = self { type is any KnownRow.Type } else { false }
  }

  fileprivate var objectName: String? {
    switch self {
    case .object(let type): "\(type)"
    case .part(let declaration): declaration.name
    case .text, .number, .flag, .list, .rows, .lambda, .anything: nil
    }
  }

  var phrase: String {
    switch self {
    case .text: "text"
    case .number: "a number"
    case .flag: "a flag"
    case .list(let item): "a list of \(item.phrase)"
    case .rows(let type): "rows of \(type)"
    case .object(let type): "an object of \(type)"
    case .part(let declaration): "an object of \(declaration.name)"
    case .lambda: "a lambda"
    case .anything: "anything"
    }
  }
}

extension ArraySlice<Declaration.Field> {
  fileprivate func contains(_ name: String) -> Bool { contains { $0.name == name } }
}
