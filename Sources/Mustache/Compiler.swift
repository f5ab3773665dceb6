/// Turns a parsed template and its partials into a program.
///
/// Partials are copied in where they are called, so that running them costs nothing. Only one that
/// calls itself, or that would make the program large, is put behind the program's end and called.
struct Compiler {
  /// Instructions, copies and bytes of text from which on partials are called instead of copied:
  /// partials that double each other must not make a program of 2ⁿ steps.
  static let maximumInstructions = 10_000
  static let maximumCopies = 10_000
  static let maximumLiterals = 1 << 18
  /// Partials copied into each other.
  static let maximumNesting = 32

  /// What stands before each line of a partial.
  private struct Margin {
    var text: [UInt8] = []
    /// Before `text` goes what the program is called with.
    var isPassed = false

    var isEmpty: Bool { text.isEmpty && !isPassed }
  }

  /// A partial that is called: with a margin it is another program.
  private struct Subroutine: Hashable {
    let name: String
    let hasMargin: Bool
  }

  private let templates: [String: ParsedTemplate]
  private let missingPartials: MissingPartials
  private var names: [String: Int32]

  private var instructions: [Instruction] = []
  private var places: [Place] = []
  private var literals: [UInt8] = []
  /// Literals up to here belong to instructions.
  private var literalsUsed = 0
  private var paths: [Int32] = []
  private var margins: [Program.Margin] = []
  private var subroutines: [Subroutine] = []
  /// Names of the sections open at the first call of each.
  private var sectionsAround: [[String]] = []
  /// Indices in `subroutines`.
  private var known: [Subroutine: Int] = [:]
  /// Names of the partials being copied into each other, outermost first.
  private var active: [String] = []
  private var copies = 0
  private var sections: [String] = []
  private var uses: [NameUse] = []

  private init(
    templates: [String: ParsedTemplate], missingPartials: MissingPartials, names: [String: Int32]
  ) {
    self.templates = templates
    self.missingPartials = missingPartials
    self.names = names
  }

  /// The program of a template and the names it uses; these get numbers in `names` if they had none.
  /// - Throws: `TemplateError` for a partial that does not exist, unless these are empty.
  static func compile(
    _ name: String, of templates: [String: ParsedTemplate], missingPartials: MissingPartials,
    names: inout [String: Int32]
  ) throws(TemplateError) -> (Program, [NameUse]) {
    var compiler = Compiler(templates: templates, missingPartials: missingPartials, names: names)
    let main = Subroutine(name: name, hasMargin: false)
    _ = compiler.index(of: main)
    var entries: [Int] = []
    // Grows while it is gone through.
    while entries.count < compiler.subroutines.count {
      let next = entries.count
      entries.append(compiler.instructions.count)
      compiler.sections = compiler.sectionsAround[next]
      try compiler.emit(compiler.subroutines[next])
    }
    for index in compiler.instructions.indices
    where compiler.instructions[index].operation == .call {
      compiler.instructions[index].target = entries[compiler.instructions[index].target]
    }
    names = compiler.names
    let program = Program(
      instructions: compiler.instructions, literals: compiler.literals, paths: compiler.paths,
      margins: compiler.margins, places: compiler.places)
    return (program, compiler.uses)
  }

  private mutating func index(of subroutine: Subroutine) -> Int {
    if let index = known[subroutine] { return index }
    known[subroutine] = subroutines.count
    subroutines.append(subroutine)
    sectionsAround.append(sections)
    return subroutines.count - 1
  }

  private mutating func emit(_ subroutine: Subroutine) throws(TemplateError) {
    guard let template = templates[subroutine.name] else { return }
    try emit(
      template, named: subroutine.name, margin: Margin(isPassed: subroutine.hasMargin))
    append(.end, at: template.place(of: template.text.count))
  }

  private mutating func emit(
    _ template: ParsedTemplate, named name: String, margin: Margin
  ) throws(TemplateError) {
    active.append(name)
    defer { active.removeLast() }
    var open: [Int] = []
    for token in template.tokens {
      switch token {
      case .text(let range): literals += template.text[range]
      case .lineStart:
        if margin.isPassed { append(.margin, at: template.place(of: 0)) }
        literals += margin.text
      case .variable(let tag, let isEscaped):
        append(isEscaped ? .escaped : .raw, tag, for: .variable, of: template)
      case .section(let tag):
        open.append(append(.section, tag, for: .section, of: template))
        sections.append(tag.name)
      case .inverted(let tag): open.append(append(.inverted, tag, for: .inverted, of: template))
      case .close:
        guard let start = open.popLast() else { continue }
        close(start)
      case .partial(let tag, let blanks):
        try emitPartial(tag, margin: blanks.map { template.text[$0] }, of: template, inside: margin)
      }
    }
  }

  private mutating func close(_ start: Int) {
    let place = places[start]
    if instructions[start].operation == .section {
      sections.removeLast()
      let end = append(.next, at: place)
      instructions[end].target = start + 1
    } else if literalsUsed < literals.count {
      append(.text, at: place)
    }
    instructions[start].target = instructions.count
  }

  /// Copies a partial in or calls it; `blanks` stand before one that has its line to itself.
  private mutating func emitPartial(
    _ tag: Tag, margin blanks: ArraySlice<UInt8>?, of template: ParsedTemplate,
    inside outer: Margin
  ) throws(TemplateError) {
    let place = template.place(of: tag.offset)
    guard let partial = templates[tag.name] else {
      guard missingPartials == .areEmpty else {
        throw TemplateError(
          location: place.location, found: "the partial \"\(tag.name)\"",
          expected: "the name of a template")
      }
      return
    }
    // The rest of a line with more on it has no margin: only whole lines are moved.
    var margin = Margin()
    if let blanks {
      margin = outer
      margin.text += blanks
    }
    if isSmall, !active.contains(tag.name) {
      copies += 1
      return try emit(partial, named: tag.name, margin: margin)
    }
    let subroutine = Subroutine(name: tag.name, hasMargin: !margin.isEmpty)
    let call = append(.call, at: place)
    instructions[call].target = index(of: subroutine)
    instructions[call].name = Int32(margins.count)
    margins.append(Program.Margin(isAdded: margin.isPassed, text: margin.text))
  }

  /// Whether a partial may still be copied in.
  private var isSmall: Bool {
    instructions.count < Compiler.maximumInstructions && copies < Compiler.maximumCopies
      && literals.count < Compiler.maximumLiterals && active.count < Compiler.maximumNesting
  }

  @discardableResult
  private mutating func append(
    _ operation: Instruction.Operation, _ tag: Tag, for kind: NameUse.Kind,
    of template: ParsedTemplate
  ) -> Int {
    let place = template.place(of: tag.offset)
    let index = append(operation, at: place)
    uses.append(NameUse(name: tag.name, kind: kind, sections: sections, place: place))
    let ids = tag.path.map { part in
      let id = names[String(part), default: Int32(names.count)]
      names[String(part)] = id
      return id
    }
    if let first = ids.first { instructions[index].name = first }
    instructions[index].restStart = paths.count
    instructions[index].restCount = Int32(max(ids.count - 1, 0))
    paths += ids.dropFirst()
    return index
  }

  /// Adds an instruction with the text that has gathered before it.
  @discardableResult
  private mutating func append(_ operation: Instruction.Operation, at place: Place) -> Int {
    instructions.append(
      Instruction(
        operation: operation, literalStart: literalsUsed,
        literalCount: literals.count - literalsUsed))
    literalsUsed = literals.count
    places.append(place)
    return instructions.count - 1
  }
}
