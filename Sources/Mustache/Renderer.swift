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

  let library: Library
  var arena: Arena
  /// The cells of the pushed values.
  private var roots: [Int32] = []
  var output = Buffer<UInt8>(room: 1 << 14)
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
  /// How deep the running lambdas nest.
  var lambdaDepth = 0

  init(library: Library) {
    self.library = library
    arena = Arena(names: library.names)
  }

  /// Pushes a value with declared fields onto the context stack.
  public mutating func push(_ context: some Fielded) {
    let slot = arena.reserve(1)
    context.store(in: &arena, at: slot)
    roots.append(Int32(slot))
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
    roots.removeAll(keepingCapacity: true)
    output.removeAll(keeping: 1 << 18)
    margins.removeAll(keeping: 1 << 16)
  }

  /// Renders a template with the pushed values; afterwards the output is the text, or empty after
  /// an error.
  /// - Throws: `RenderError` if there is no such template or a limit is reached.
  public mutating func render(_ name: String) throws(RenderError) {
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

  /// Where a template begins; usually it is the previous one, which needs no lookup.
  private mutating func entry(of name: String) throws(RenderError) -> Int {
    if let latest, latest.name == name { return latest.entry }
    guard let entry = library.program.entries[name] else { throw .unknownTemplate(name) }
    latest = (name, Int(entry))
    return Int(entry)
  }

  private borrowing func checkData() throws(RenderError) {
    guard !arena.shapes.isOverfull else { throw .tooManyShapes }
    guard !arena.isTooDeep else { throw .dataTooDeep }
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
    for root in roots { contexts.append(context(at: root)) }
  }

  /// A context for one value.
  @inline(__always)
  func context(at cell: Int32) -> Context {
    let value = arena.cells[Int(cell)]
    guard value.kind == .object else {
      return Context(cell: cell, fields: 0, row: Shapes.emptyRow)
    }
    return Context(cell: cell, fields: value.start, row: value.row)
  }

  /// Calls the closure with the rendered text.
  public borrowing func withOutput<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try body(UnsafeRawBufferPointer(start: output.start, count: output.count))
  }
}
