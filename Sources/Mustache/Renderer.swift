/// Runs templates.
///
/// It keeps its memory between runs, so a warm renderer allocates nothing.
///
/// ```swift
/// var renderer = templates.makeRenderer()
/// renderer.push(site)
/// renderer.push(page)
/// try renderer.render("craps")
/// renderer.withOutput { send($0) }
/// renderer.removeAll()
/// ```
/// Only one thread may use it at a time.
public struct Renderer: ~Copyable {
  /// A level of the context stack and, if a section opened it, the items still to come.
  struct Context {
    /// The value itself.
    var cell: Int32
    /// Its fields.
    var fields: Int32
    /// Where each name is among the fields, -1 for names it does not have.
    var row: Int32
    /// How many items follow.
    var left: Int32 = 0
    /// Whether the items are objects of one type, and how many fields lie between one and the next.
    var isRow = false
    var stride: Int32 = 0
  }

  /// Where to continue after a partial, and the caller's margin.
  struct Call {
    let entry: Int
    let resume: Int
    let margin: Range<Int>
  }

  /// A plan, and the types of the values that it is for.
  private struct KnownPlan {
    let types: [ObjectIdentifier]
    let plan: Plan?

    func isFor(_ stack: [any Fielded]) -> Bool {
      types.count == stack.count
        && stack.indices.allSatisfy { types[$0] == ObjectIdentifier(type(of: stack[$0])) }
    }
  }

  /// For a page, with what its longest text would take if each character were escaped.
  private static let usualRoom = 1 << 15

  let library: Library
  var arena: Arena
  /// The cells of the pushed values.
  private var roots = Buffer<Int32>()
  var output = Buffer<UInt8>()
  var contexts = Buffer<Context>()
  var calls: [Call] = []
  /// Calls from here on belong to the running program.
  var firstCall = 0
  /// The margins of the running partials, one after another.
  var margins = Buffer<UInt8>()
  /// The part of them that indents the lines of the running partial.
  var margin = 0..<0
  /// Instructions repeated by sections or run in called partials.
  var steps = 0
  /// The most recently rendered template, and where it begins.
  private var latest: (name: String, entry: Int)?
  /// The plans by where their templates begin.
  private var plans: [Int: [KnownPlan]] = [:]
  /// Of the shapes that the plans are for.
  private var generation = 0
  /// The only template that the pushed values are for; `nil` if they are for any.
  private var plannedTemplate: String?
  /// How deep the running lambdas nest.
  var lambdaDepth = 0

  init(library: Library, rows: RowTexts?) {
    self.library = library
    arena = Arena(names: library.names, rows: rows)
  }

  /// Pushes a value with declared fields onto the context stack.
  public mutating func push(_ context: some Fielded) {
    let slot = arena.reserve(1)
    context.store(in: &arena, at: slot)
    roots.append(Int32(slot))
  }

  /// Pushes values for one template, the top of the stack last.
  ///
  /// What the template can't read is not worked out, so no other template may be rendered with them.
  public mutating func push(_ stack: [any Fielded], for template: String) throws(RenderError) {
    arena.plan = plan(of: try entry(of: template), for: stack)
    plannedTemplate = template
    for context in stack { push(context) }
  }

  /// What a template can't read of values of these types.
  private mutating func plan(of entry: Int, for stack: [any Fielded]) -> Plan? {
    if generation != arena.shapes.generation {
      plans = [:]
      generation = arena.shapes.generation
    }
    let known = plans[entry] ?? []
    for plan in known where plan.isFor(stack) { return plan.plan }
    let types = stack.map { type(of: $0) }
    let plan = Plan(of: entry, in: library.program, with: types, &arena.shapes)
    plans[entry] = known + [KnownPlan(types: types.map { ObjectIdentifier($0) }, plan: plan)]
    return plan
  }

  /// Pushes data onto the context stack.
  public mutating func push(_ data: Value) {
    let slot = arena.reserve(1)
    arena.set(slot, to: data)
    roots.append(Int32(slot))
  }

  /// Empties the context stack and the output.
  public mutating func removeAll() {
    arena.removeAll()
    roots.count = 0
    arena.plan = nil
    plannedTemplate = nil
    output.removeAll(keeping: 1 << 18)
    margins.removeAll(keeping: 1 << 16)
  }

  /// Renders a template with the pushed values; afterwards the output is the text, or empty after
  /// an error.
  /// - Throws: `RenderError` if there is no such template or a limit is reached.
  public mutating func render(_ name: String) throws(RenderError) {
    precondition(
      plannedTemplate == nil || plannedTemplate == name, "values pushed for another template")
    output.count = 0
    let entry = try entry(of: name)
    try checkData()
    start()
    do {
      try run(library.program, from: entry)
      // A lambda may have asked for data that no template asks for.
      try checkData()
    } catch {
      output.count = 0
      throw error
    }
  }

  /// Renders a template and appends the text; after an error nothing is appended.
  ///
  /// Most texts are written where they stay; one that doesn't fit there is copied.
  mutating func render(_ name: String, into bytes: inout [UInt8]) throws(RenderError) {
    output.count = 0
    try bytes.append(addingCapacity: Renderer.usualRoom + Buffer<UInt8>.slack) {
      (span: inout OutputSpan<UInt8>) throws(RenderError) in
      try span.withUnsafeMutableBufferPointer { memory, count throws(RenderError) in
        var own = Buffer(lent: memory)
        swap(&own, &output)
        defer { if output.isLent { swap(&own, &output) } }
        try render(name)
        if output.isLent { count = output.count }
      }
    }
    withOutput { bytes.append(contentsOf: $0) }
  }

  /// Where a template begins; usually it is the previous one, which needs no lookup.
  private mutating func entry(of name: String) throws(RenderError) -> Int {
    if let latest, latest.name == name { return latest.entry }
    guard let entry = library.program.entries[name] else { throw .unknownTemplate(name) }
    latest = (name, Int(entry))
    return Int(entry)
  }

  private mutating func checkData() throws(RenderError) {
    guard !arena.shapes.isOverfull else { throw .tooManyShapes }
    guard !arena.isTooDeep else { throw .dataTooDeep }
    if let error = arena.rowErrors.first { throw error }
  }

  /// Opens the pushed values above an empty context that is always there.
  private mutating func start() {
    calls.removeAll(keepingCapacity: true)
    firstCall = 0
    margins.count = 0
    margin = 0..<0
    steps = 0
    lambdaDepth = 0
    contexts.count = 0
    contexts.append(context(at: Int32(Arena.nothing)))
    for root in 0..<roots.count { contexts.append(context(at: roots[root])) }
  }

  @inline(__always)
  func context(at cell: Int32) -> Context {
    let value = arena.cells[Int(cell)]
    guard value.kind == .object else { return Context(cell: cell, fields: 0, row: Shapes.emptyRow) }
    return Context(cell: cell, fields: value.start, row: value.row)
  }

  /// Calls the closure with the rendered text.
  public borrowing func withOutput<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try body(UnsafeRawBufferPointer(start: output.start, count: output.count))
  }
}
