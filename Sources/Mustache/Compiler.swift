/// Turns parsed templates into one program.
///
/// Partials are copied in where they are called, and blocks with what fills them, so that running
/// them costs nothing. Only a partial that calls itself, that a value names, or that would make the
/// program large, is compiled by itself and called.
struct Compiler {
  /// Instructions, copies and bytes of text of a routine from which on partials are called instead
  /// of copied: partials that double each other must not make a program of 2ⁿ steps.
  static let maximumInstructions = 10_000
  static let maximumCopies = 10_000
  static let maximumLiterals = 1 << 18
  /// Partials copied into each other.
  static let maximumNesting = 32
  /// Instructions of all routines from which on partials are only called.
  static let maximumCopied = 1 << 18
  /// Routines, blocks filled and fillings of all scopes: templates that fill each other's blocks
  /// could do so in 2ⁿ ways.
  static let maximumRoutines = 20_000
  static let maximumFilled = 1 << 18
  static let maximumFillings = 1 << 20
  /// Instructions and bytes of text of all routines.
  static let maximumProgram = 1 << 26

  /// What comes out.
  struct Result {
    let program: Program
    /// Of each routine, the templates themselves first, in their order.
    let outlines: [Outline]
    /// The names that the templates ask for, numbered.
    let names: [String: Int32]
    /// A mistake for each block inside a parent that fills none.
    let unplacedBlocks: [TemplateError]
  }

  /// What stands before each line of a partial.
  struct Margin {
    var text: [UInt8] = []
    /// Before `text` goes what the program is called with.
    var isPassed = false

    var isEmpty: Bool { text.isEmpty && !isPassed }
  }

  /// A template that is compiled by itself: with a margin, or with blocks filled, it is another one.
  struct Routine: Hashable {
    let name: String
    var hasMargin = false
    var scope = Scopes.empty
  }

  /// A call by a value: into one of these, by its name.
  private struct Table: Hashable {
    let hasMargin: Bool
    let scope: Int
  }

  let templates: [String: ParsedTemplate]
  private let missingPartials: MissingPartials
  private var names: [String: Int32]
  /// Numbers of the names that come too late for one of those; `nil` while none does.
  private var lateNames: [String: Int32]?

  var instructions: [Instruction] = []
  private var places: [Place] = []
  private var literals: [UInt8] = []
  /// Literals up to here belong to instructions.
  private var literalsUsed = 0
  private var paths: [Int32] = [0]
  private var margins: [Program.Margin] = []
  private var callPaths: [Int32: [String]] = [:]
  private var sectionTexts: [Int32: Program.SectionText] = [:]

  private var routines: [Routine] = []
  private var numbers: [Routine: Int] = [:]
  private var outlines: [Outline] = []
  private var tables: [Table] = []
  private var tableNumbers: [Table: Int] = [:]
  private var scopes = Scopes()
  /// Blocks inside parents that fill one, by template.
  private var placed: [String: Set<Int>] = [:]
  /// Blocks filled so far.
  private var filled = 0

  /// Of the routine being compiled: its number, where it began, what was copied into it.
  private var current = 0
  private var firstInstruction = 0
  private var firstLiteral = 0
  private var copies = 0
  /// Names of the partials being copied into each other, outermost first.
  private var active: [String] = []
  /// Copies of partials and blocks inside each other.
  private var depth = 0
  /// Sections that are open.
  private var openSections = 0
  /// The uses that opened those that are contexts.
  private var sectionUses: [Int] = []

  private init(
    _ templates: [String: ParsedTemplate], _ missingPartials: MissingPartials,
    _ names: [String: Int32], lateNames: [String: Int32]?
  ) {
    self.templates = templates
    self.missingPartials = missingPartials
    self.names = names
    self.lateNames = lateNames
  }

  /// Compiles all templates.
  /// - Throws: `TemplateError` for a partial that does not exist, unless these are empty, and for
  ///   one that calls itself for ever.
  static func compile(
    _ templates: [ParsedTemplate], missingPartials: MissingPartials
  ) throws(TemplateError) -> Result {
    let byName = Dictionary(uniqueKeysWithValues: templates.map { ($0.name, $0) })
    var compiler = Compiler(byName, missingPartials, [:], lateNames: nil)
    return try compiler.compile(templates.map(\.name))
  }

  /// Compiles one template beside others that have been compiled; names that those do not ask for
  /// become late ones.
  static func compile(
    _ template: ParsedTemplate, beside library: Library
  ) throws(TemplateError) -> Program {
    var templates = library.templates
    templates[template.name] = template
    var compiler = Compiler(
      templates, library.missingPartials, library.names.ids, lateNames: [:])
    return try compiler.compile([template.name]).program
  }

  private mutating func compile(_ names: [String]) throws(TemplateError) -> Result {
    for name in names { _ = number(of: Routine(name: name)) }
    var entries: [Int32] = []
    // Grows while it is gone through.
    while entries.count < routines.count {
      current = entries.count
      entries.append(Int32(instructions.count))
      try emit(routines[current])
    }
    if let (place, path) = outlines.endlessCall() {
      throw TemplateError(
        location: place.location, found: "partials without an end: \(chain(path))",
        expected: "a section around one of them, so that they end")
    }
    for index in instructions.indices where instructions[index].operation == .call {
      instructions[index].target = entries[Int(instructions[index].target)]
    }
    let tables = tables.map { table in
      templates.mapValues { template in
        let routine = Routine(
          name: template.name, hasMargin: table.hasMargin, scope: table.scope)
        return entries[numbers[routine] ?? 0]
      }
    }
    let program = Program(
      instructions: instructions, literals: literals, paths: paths, margins: margins,
      places: places, sectionTexts: sectionTexts, callPaths: callPaths,
      entries: Dictionary(uniqueKeysWithValues: zip(names, entries)), tables: tables,
      lateNames: (lateNames ?? [:]).sorted { $0.value < $1.value }.map(\.key))
    return Result(
      program: program, outlines: outlines, names: self.names, unplacedBlocks: unplaced(names))
  }

  private func unplaced(_ names: [String]) -> [TemplateError] {
    names.compactMap { templates[$0] }.flatMap { template in
      let blocks = template.parents.flatMap { $0.arguments.values }.sorted()
      return blocks.filter { placed[template.name]?.contains($0) != true }.map { index in
        let tag = template.blocks[index].tag
        return TemplateError(
          location: template.place(of: tag.offset).location,
          found: "the block \"\(tag.name)\"", expected: "a block that its parent has")
      }
    }
  }

  private func chain(_ path: [String]) -> String {
    let names = path.count > 9 ? path.prefix(4) + ["…"] + path.suffix(4) : path[...]
    return names.joined(separator: " → ")
  }

  // MARK: Routines

  private mutating func number(of routine: Routine) -> Int {
    if let number = numbers[routine] { return number }
    numbers[routine] = routines.count
    routines.append(routine)
    outlines.append(Outline())
    return routines.count - 1
  }

  private mutating func emit(_ routine: Routine) throws(TemplateError) {
    guard let template = templates[routine.name] else { return }
    let end = template.place(of: template.text.count)
    firstInstruction = instructions.count
    firstLiteral = literals.count
    copies = 0
    try emitCopy(of: template, margin: Margin(isPassed: routine.hasMargin), scope: routine.scope)
    append(.end, at: end)
  }

  /// - Throws: `TemplateError` when templates have become too many by filling each other's blocks.
  private func checkSize(at place: Place) throws(TemplateError) {
    guard
      routines.count <= Compiler.maximumRoutines + templates.count,
      filled <= Compiler.maximumFilled, scopes.count <= Compiler.maximumFillings,
      instructions.count + literals.count <= Compiler.maximumProgram
    else {
      throw TemplateError(
        location: place.location, found: "templates that call each other in too many ways",
        expected: "fewer blocks and partials inside each other")
    }
  }

  /// Whether a partial may still be copied in.
  private var isSmall: Bool {
    instructions.count < Compiler.maximumCopied
      && instructions.count - firstInstruction < Compiler.maximumInstructions
      && copies < Compiler.maximumCopies
      && literals.count - firstLiteral < Compiler.maximumLiterals
      && active.count < Compiler.maximumNesting && depth < Parser.maximumDepth
  }

  private mutating func emitCopy(
    of template: ParsedTemplate, margin: Margin, scope: Int
  ) throws(TemplateError) {
    active.append(template.name)
    try emit(template.tokens[...], of: template, margin: margin, scope: scope)
    active.removeLast()
  }

  private mutating func emit(
    _ tokens: ArraySlice<Token>, of template: ParsedTemplate, margin: Margin, scope: Int
  ) throws(TemplateError) {
    depth += 1
    defer { depth -= 1 }
    guard depth <= 2 * Parser.maximumDepth else {
      throw TemplateError(
        location: template.place(of: 0).location, found: "blocks that fill each other too deeply",
        expected: "fewer levels")
    }
    var open: [Int] = []
    for token in tokens {
      switch token {
      case .text(let range): literals += template.text[range]
      case .lineStart: try emitLineStart(margin, at: template.place(of: 0))
      case .variable(let tag, let isEscaped):
        append(isEscaped ? .escaped : .raw, tag, as: .variable, of: template)
      case .section(let tag, let index):
        open.append(append(.section, tag, as: .section, of: template))
        sectionTexts[Int32(instructions.count - 1)] = Program.SectionText(
          template: template, section: template.sections[index])
        sectionUses.append(outlines[current].uses.count - 1)
        openSections += 1
      case .inverted(let tag):
        open.append(append(.inverted, tag, as: .inverted, of: template))
        openSections += 1
      case .close:
        guard let start = open.popLast() else { continue }
        close(start)
      case .partial(let tag, let blanks):
        try emitPartial(
          tag, .partial, blanks: blanks.map { template.text[$0] }, of: template, margin: margin,
          scope: scope)
      case .parent(let index):
        let parent = template.parents[index]
        let inner = scopes.scope(inside: index, of: template, in: scope)
        try emitPartial(
          parent.tag, .parent, blanks: parent.margin.map { template.text[$0] }, of: template,
          margin: margin, scope: inner)
      case .block(let index):
        try emitBlock(template.blocks[index], of: template, margin: margin, scope: scope)
      }
    }
  }

  private mutating func emitLineStart(_ margin: Margin, at place: Place) throws(TemplateError) {
    // Many lines with a long margin are many times as long as their templates.
    try checkSize(at: place)
    if margin.isPassed { append(.margin, at: place) }
    literals += margin.text
  }

  private mutating func close(_ start: Int) {
    let place = places[start]
    openSections -= 1
    if instructions[start].operation == .section {
      sectionUses.removeLast()
      let end = append(.next, at: place)
      instructions[end].target = Int32(start + 1)
    } else if literalsUsed < literals.count {
      append(.text, at: place)
    }
    instructions[start].target = Int32(instructions.count)
  }

  // MARK: Partials and blocks

  /// Copies a partial in or calls it; `blanks` stand before one that has its line to itself.
  private mutating func emitPartial(
    _ tag: Tag, _ kind: Outline.Use.Kind, blanks: ArraySlice<UInt8>?, of template: ParsedTemplate,
    margin outer: Margin, scope: Int
  ) throws(TemplateError) {
    let place = template.place(of: tag.offset)
    try checkSize(at: place)
    // The rest of a line with more on it has no margin: only whole lines are moved.
    var margin = Margin()
    if let blanks {
      margin = outer
      margin.text += blanks
    }
    if tag.isDynamic {
      return try emitNamedCall(tag, kind, of: template, margin: margin, scope: scope)
    }
    guard let partial = templates[tag.name] else {
      guard missingPartials == .areEmpty else {
        throw TemplateError(
          location: place.location, found: "the partial \"\(tag.name)\"",
          expected: "the name of a template")
      }
      return
    }
    if isSmall, !active.contains(tag.name) {
      copies += 1
      return try emitCopy(of: partial, margin: margin, scope: scope)
    }
    let routine = Routine(name: tag.name, hasMargin: !margin.isEmpty, scope: scope)
    let call = append(.call, at: place)
    instructions[call].target = Int32(number(of: routine))
    instructions[call].rest = add(margin)
    callPaths[Int32(call)] = active
    outlines[current].calls.append(
      Outline.Call(
        routine: number(of: routine), place: place, section: sectionUses.last,
        isCertain: openSections == 0, path: active))
    try checkSize(at: place)
  }

  /// Calls the partial that a value names: any of the templates.
  private mutating func emitNamedCall(
    _ tag: Tag, _ kind: Outline.Use.Kind, of template: ParsedTemplate, margin: Margin, scope: Int
  ) throws(TemplateError) {
    let table = Table(hasMargin: !margin.isEmpty, scope: scope)
    let place = template.place(of: tag.offset)
    let call = append(.callNamed, tag, as: kind, of: template)
    callPaths[Int32(call)] = active
    instructions[call].target = Int32(tableNumbers[table] ?? tables.count)
    let carrier = append(.text, at: place)
    instructions[carrier].rest = add(margin)
    guard tableNumbers[table] == nil else { return }
    tableNumbers[table] = tables.count
    tables.append(table)
    for name in templates.keys {
      _ = number(of: Routine(name: name, hasMargin: table.hasMargin, scope: scope))
    }
    try checkSize(at: place)
  }

  private mutating func add(_ margin: Margin) -> Int32 {
    margins.append(Program.Margin(isAdded: margin.isPassed, text: margin.text))
    return Int32(margins.count - 1)
  }

  /// Copies in what fills a block, or what it has by itself.
  private mutating func emitBlock(
    _ block: Block, of template: ParsedTemplate, margin: Margin, scope: Int
  ) throws(TemplateError) {
    let place = template.place(of: block.tag.offset)
    if let filling = scopes.filling(of: block.tag.name, in: scope) {
      placed[filling.template.name, default: []].insert(filling.block)
      filled += 1
      try checkSize(at: place)
      try emit(filling, into: block, of: template, margin: margin)
    } else if !block.tokens.isEmpty {
      if block.isStandalone, !block.beginsLine {
        try emitLineStart(margin, at: place)
        literals += template.text[block.margin]
      }
      try emit(block.tokens[...], of: template, margin: margin, scope: scope)
      if !block.endsLine { emitLineEnd(of: block, of: template) }
    }
  }

  private mutating func emit(
    _ filling: Scopes.Filling, into block: Block, of template: ParsedTemplate, margin: Margin
  ) throws(TemplateError) {
    let place = template.place(of: block.tag.offset)
    let content = filling.template.blocks[filling.block]
    var tokens = content.tokens[...]
    // Nothing takes its lines with it.
    if block.isStandalone, tokens.isEmpty { return }
    var inner = margin
    if block.isStandalone || block.beginsLine {
      inner.text += template.text[block.margin]
      if !content.beginsLine { try emitLineStart(inner, at: place) }
    } else if content.beginsLine, case .lineStart = tokens.first {
      // What is put into a line begins there, not on a line of its own.
      tokens.removeFirst()
    }
    try emit(tokens, of: filling.template, margin: inner, scope: filling.scope)
    let endsLine = content.endsLine && !tokens.isEmpty
    if !endsLine {
      emitLineEnd(of: block, of: template)
    } else if block.lineEnd == nil {
      // What comes behind the block is on a line of its own now.
      try emitLineStart(margin, at: place)
    }
  }

  /// Ends a line where the closing tag of a block has taken the end with it.
  private mutating func emitLineEnd(of block: Block, of template: ParsedTemplate) {
    if let lineEnd = block.lineEnd { literals += template.text[lineEnd] }
  }

  // MARK: Instructions

  @discardableResult
  private mutating func append(
    _ operation: Instruction.Operation, _ tag: Tag, as kind: Outline.Use.Kind,
    of template: ParsedTemplate
  ) -> Int {
    let place = template.place(of: tag.offset)
    let index = append(operation, at: place)
    outlines[current].uses.append(
      Outline.Use(tag: tag, kind: kind, place: place, section: sectionUses.last))
    let ids = tag.path.map { id(of: String($0)) }
    if let first = ids.first { instructions[index].name = first }
    if ids.count > 1 {
      instructions[index].rest = Int32(paths.count)
      paths.append(Int32(ids.count - 1))
      paths += ids.dropFirst()
    }
    return index
  }

  private mutating func id(of name: String) -> Int32 {
    if let id = names[name] { return id }
    guard let late = lateNames?.count else {
      names[name] = Int32(names.count)
      return Int32(names.count - 1)
    }
    let number = lateNames?[name] ?? Int32(late)
    lateNames?[name] = number
    return Instruction.late(number)
  }

  /// Adds an instruction with the text that has gathered before it.
  @discardableResult
  private mutating func append(_ operation: Instruction.Operation, at place: Place) -> Int {
    instructions.append(
      Instruction(
        operation: operation, literalStart: UInt32(literalsUsed),
        literalCount: UInt32(literals.count - literalsUsed)))
    literalsUsed = literals.count
    places.append(place)
    return instructions.count - 1
  }
}
