/// Lambdas: off the fast path, as each returns a template that must first be compiled.
extension Renderer {
  /// How deep lambdas may call lambdas through their templates.
  static let maximumLambdas = 16

  /// Shows a lambda's result in place of a variable.
  mutating func show(
    _ lambda: Lambda, isEscaped: Bool, _ program: Program, _ index: Int
  ) throws(RenderError) {
    let start = output.count
    try run(lambda.body(""), Delimiters(), program, index)
    guard isEscaped, output.count > start else { return }
    var plain = Buffer<UInt8>()
    plain.append(output.start + start, count: output.count - start)
    output.count = start
    output.reserve(plain.count * Sink.longestEntity)
    var sink = Sink(cursor: output.start + start, end: output.start + output.room)
    sink.write(escaping: plain.start, count: plain.count)
    output.count = sink.cursor - output.start
  }

  /// Runs a lambda as a section: the one at `cell`, or those at the beginning of the list just
  /// opened.
  /// - Returns: whether the section continues with an item of that list.
  mutating func runLambdas(
    at cell: Int32, _ program: Program, _ index: Int
  ) throws(RenderError) -> Bool {
    let value = arena.cells[Int(cell)]
    guard value.kind == .lambda else { return try runLambdas(program, index) }
    try runSection(arena.lambdas[value.payload], program, index)
    return false
  }

  private mutating func runSection(
    _ lambda: Lambda, _ program: Program, _ index: Int
  ) throws(RenderError) {
    guard let text = program.sectionTexts[index] else { return }
    let section = String(decoding: text.lines.text[text.section.text], as: UTF8.self)
    try run(lambda.body(section), text.section.delimiters, program, index)
  }

  /// Runs the lambda at the list's current position, and any that follow it.
  /// - Returns: whether another item follows, which is then opened; otherwise the section is
  ///   closed.
  mutating func runLambdas(_ program: Program, _ section: Int) throws(RenderError) -> Bool {
    var item = contexts[contexts.count - 1]
    contexts.count -= 1
    while arena.cells[Int(item.cell)].kind == .lambda {
      try runSection(arena.lambdas[arena.cells[Int(item.cell)].payload], program, section)
      guard item.left > 0 else { return false }
      let left = item.left - 1
      item = context(at: item.cell + 1)
      item.left = left
    }
    contexts.append(item)
    return true
  }

  /// Renders a template that a lambda returned, at the place of the call.
  private mutating func run(
    _ text: String, _ delimiters: Delimiters, _ program: Program, _ index: Int
  ) throws(RenderError) {
    guard lambdaDepth < Renderer.maximumLambdas else {
      throw .tooDeep(program.places[index].location, path: path(to: index, of: program))
    }
    let place = program.places[index].location
    // Parsing it and looking up its names is work too.
    steps += 1 + text.utf8.count + library.sources.count
    guard steps <= library.limits.steps else { throw .tooMuchWork(place) }
    // Inside another lambda's template, errors name the place of the outer one.
    let name = lambdaDepth == 0 ? "the lambda of \(place)" : place.file
    let made: Program
    do {
      let source = Source(name: name, file: name, text: Array(text.utf8))
      made = try Compiler.compile(Parser.parse(source, delimiters: delimiters), beside: library)
    } catch {
      throw .lambda(error)
    }
    lambdaDepth += 1
    defer { lambdaDepth -= 1 }
    // The partial's margin does not apply to the lambda's text.
    let outer = (margin: margin, firstCall: firstCall)
    margin = margins.count..<margins.count
    firstCall = calls.count
    try run(made, from: Int(made.entries[name] ?? 0))
    (margin, firstCall) = outer
  }

  /// The templates that call each other down to an instruction, outermost first; if there are many,
  /// only the first and the last ones.
  func path(to index: Int, of program: Program) -> [String] {
    let callers = calls[firstCall...].flatMap { program.callPaths[Int32($0.resume - 1)] ?? [] }
    let path = callers + (program.callPaths[Int32(index)] ?? [])
    return path.abridged
  }
}
