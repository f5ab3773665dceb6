/// Lambdas: off the quick path, as each makes a template that must be compiled first.
extension Renderer {
  /// Lambdas whose templates call lambdas.
  static let maximumLambdas = 16

  /// Shows what a lambda makes in a variable's place.
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

  /// Runs the lambda at a cell for the section at an instruction, or those that the list there,
  /// which is open, begins with.
  /// - Returns: whether the section goes on with an item of that list.
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
    guard let text = program.sectionTexts[Int32(index)] else { return }
    let section = String(decoding: text.template.text[text.section.text], as: UTF8.self)
    try run(lambda.body(section), text.section.delimiters, program, index)
  }

  /// Runs the lambda that a list has come to, and those that follow it.
  /// - Returns: whether another item comes then, which is opened; else the section is closed.
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

  /// Renders a template that a lambda made, where it was called.
  private mutating func run(
    _ text: String, _ delimiters: Delimiters, _ program: Program, _ index: Int
  ) throws(RenderError) {
    guard lambdaDepth < Renderer.maximumLambdas else {
      throw .tooDeep(program.places[index].location, path: path(to: index, of: program))
    }
    let place = program.places[index].location
    // To read it and to look its names up is work as well.
    steps += 1 + text.utf8.count + library.templates.count
    guard steps <= library.limits.steps else { throw .tooMuchWork(place) }
    // Inside another lambda's template, that one's place is told.
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
    // A partial's margin stays with the partial.
    let outer = (margin: margin, firstCall: firstCall)
    margin = margins.count..<margins.count
    firstCall = calls.count
    try run(made, from: Int(made.entries[name] ?? 0))
    (margin, firstCall) = outer
  }

  /// The templates that call each other down to an instruction, outermost first; of many the first
  /// and the last.
  func path(to index: Int, of program: Program) -> [String] {
    let callers = calls[firstCall...].flatMap { program.callPaths[Int32($0.resume - 1)] ?? [] }
    let path = callers + (program.callPaths[Int32(index)] ?? [])
    return path.count > 9 ? path.prefix(4) + ["…"] + path.suffix(4) : path
  }
}
