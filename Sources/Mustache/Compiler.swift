/// Turns parsed templates into a single program.
///
/// Partials are copied in where they are called, and fillings where their blocks are, so that
/// neither costs anything at run time. A partial is compiled separately and called only if it calls
/// itself, is named by a value, is long and the same everywhere, or would make the program large.
struct Compiler {
  /// The most instructions, copies and bytes of text in a routine before its partials are called
  /// instead of copied: partials that double each other must not make a program of 2ⁿ steps.
  static let maximumInstructions = 10_000
  static let maximumCopies = 10_000
  static let maximumLiterals = 1 << 18
  /// A longer partial is called instead where its copies would be all the same: that costs little
  /// beside what it does, and starting takes less time and memory.
  static let maximumCopiedTokens = 128
  /// The most levels of partials copied into each other.
  static let maximumNesting = 32
  /// The most instructions of all routines together before partials are only called.
  static let maximumCopied = 1 << 18
  /// The most routines, filled blocks and fillings in all scopes: templates that fill each other's
  /// blocks could combine in 2ⁿ ways.
  static let maximumRoutines = 20_000
  static let maximumFilled = 1 << 18
  static let maximumFillings = 1 << 20
  /// The size of all routines in bytes, and the approximate size of one instruction.
  static let maximumProgram = 1 << 28
  static let instructionCost = 128

  struct Result {
    let program: Program
    /// The outline of each routine: first the templates in their order, then the rest.
    let outlines: [Outline]
    /// The names that the templates ask for, numbered.
    let names: [String: Int32]
    /// Blocks inside parents that don't match any block of the parent.
    let unplacedBlocks: [UnplacedBlock]
    /// The names of templates that others call.
    let called: Set<String>
  }

  /// The indentation of each line of a partial.
  struct Margin {
    var text: [UInt8] = []
    /// Whether the margin passed by the caller precedes `text`.
    var isPassed = false

    var isEmpty: Bool { text.isEmpty && !isPassed }
  }

  /// A separately compiled template; the same template with another margin or other fillings is
  /// another routine.
  struct Routine: Hashable {
    let name: String
    var hasMargin = false
    var scope = Scopes.empty
  }

  /// The possible targets of a call by a value, by name.
  struct Table: Hashable {
    let hasMargin: Bool
    let scope: Int
  }

  let templates: [String: ParsedTemplate]
  let missingPartials: MissingPartials
  /// Whether the outlines list the uses, which take more memory than the program.
  let listsUses: Bool
  var names: [String: Int32]
  /// The numbers of names that come too late for `names`; `nil` if there can be none.
  var lateNames: [String: Int32]?

  var instructions: [Instruction] = []
  var places: [Place] = []
  var literals: [UInt8] = []
  /// Literals up to here already belong to instructions.
  var literalsUsed = 0
  var paths: [Int32] = [0]
  var margins: [Margin] = []
  var callPaths: [Int32: [String]] = [:]
  var sectionTexts: [Int: Program.SectionText] = [:]

  var routines: [Routine] = []
  var numbers: [Routine: Int] = [:]
  var outlines: [Outline] = []
  var tables: [Table] = []
  var tableNumbers: [Table: Int] = [:]
  var scopes = Scopes()
  /// Blocks inside parents that fill a block, by template.
  var placed: [String: Set<Int>] = [:]
  /// The names of templates that others call.
  var called: Set<String> = []
  /// The number of blocks filled so far.
  var filled = 0

  /// The routine being compiled: its number, its beginning, and the parts copied into it.
  var current = 0
  var firstInstruction = 0
  var firstLiteral = 0
  var copies = 0
  /// The names of the partials being copied into each other, outermost first.
  var active: [String] = []
  /// The current number of nested copies of partials and blocks.
  var depth = 0
  var openSections = 0
  /// The uses that opened the sections that are contexts.
  var sectionUses: [Int] = []

  /// Compiles all templates.
  /// - Throws: `TemplateError` for a missing partial, unless missing partials are allowed, and for
  ///   one that always calls itself.
  static func compile(
    _ templates: [ParsedTemplate], missingPartials: MissingPartials, listsUses: Bool
  ) throws(TemplateError) -> Result {
    let byName = Dictionary(uniqueKeysWithValues: templates.map { ($0.name, $0) })
    var compiler = Compiler(
      templates: byName, missingPartials: missingPartials, listsUses: listsUses, names: [:])
    // Room for most sites at once: growing step by step would touch three times as much memory.
    compiler.instructions.reserveCapacity(1 << 16)
    compiler.places.reserveCapacity(1 << 16)
    compiler.literals.reserveCapacity(1 << 20)
    return try compiler.compile(templates.map(\.name))
  }

  /// Compiles one template next to others already compiled; names that those never ask for become
  /// late names.
  static func compile(
    _ template: ParsedTemplate, beside library: Library
  ) throws(TemplateError) -> Program {
    var templates = library.analysis.templates
    templates[template.name] = template
    var compiler = Compiler(
      templates: templates, missingPartials: library.missingPartials, listsUses: false,
      names: library.names.ids, lateNames: [:])
    return try compiler.compile([template.name]).program
  }

  private mutating func compile(_ names: [String]) throws(TemplateError) -> Result {
    for name in names { _ = number(of: Routine(name: name)) }
    var entries: [Int32] = []
    // The list grows during this loop.
    while entries.count < routines.count {
      current = entries.count
      entries.append(Int32(instructions.count))
      try emit(routines[current])
    }
    if let (place, path) = outlines.endlessCall() {
      throw TemplateError(
        location: place.location,
        found: "an endless chain of partials: \(path.abridged.joined(separator: " → "))",
        expected: "a section around one of them, to end the chain")
    }
    for index in instructions.indices where instructions[index].operation == .call {
      instructions[index].target = entries[Int(instructions[index].target)]
    }
    let tables = tables.map { table in
      templates.mapValues { template in
        let routine = Routine(name: template.name, hasMargin: table.hasMargin, scope: table.scope)
        return entries[numbers[routine] ?? 0]
      }
    }
    // So that the text can be copied in whole words.
    literals.append(contentsOf: repeatElement(0, count: Buffer<UInt8>.slack))
    let program = Program(
      self, entries: Dictionary(uniqueKeysWithValues: zip(names, entries)), tables: tables)
    return Result(
      program: program, outlines: outlines, names: self.names, unplacedBlocks: unplaced(names),
      called: called)
  }

  private func unplaced(_ names: [String]) -> [UnplacedBlock] {
    names.compactMap { templates[$0] }.flatMap { template in
      let blocks = template.parents.flatMap { $0.arguments.values }.sorted()
      let placed = placed[template.name] ?? []
      return blocks.filter { !placed.contains($0) }.map { index in
        let tag = template.blocks[index].tag
        return UnplacedBlock(name: tag.name, place: template.place(of: tag.offset))
      }
    }
  }
}

extension [String] {
  /// The list or, if it is long, only its first and last items.
  var abridged: [String] { count > 9 ? prefix(4) + ["…"] + suffix(4) : self }
}
