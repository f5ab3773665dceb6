/// Runs templates; keeps its memory from one to the next, so that a warm one allocates nothing.
///
/// ```swift
/// var renderer = templates.makeRenderer()
/// renderer.push(site)
/// renderer.push(page)
/// try renderer.render("craps")
/// renderer.withOutput { send($0) }
/// renderer.removeAll()
/// ```
/// For one thread at a time.
public struct Renderer: ~Copyable {
  /// A level of the context stack and, where a section opened it, the items still to come.
  struct Context {
    /// The value itself.
    var cell: Int32
    /// Its fields.
    var fields: Int32
    /// Where each name is among them, -1 for those that are not.
    var row: Int32
    /// How many items come after it.
    var left: Int32 = 0
    /// Whether the items are objects of one type, and from one to the next are how many fields.
    var isRow = false
    var stride: Int32 = 0
  }

  /// Where to go on after a partial, and the caller's margin.
  struct Call {
    let entry: Int
    let resume: Int
    let margin: Range<Int>
  }

  let library: Library
  var arena: Arena
  /// The cells of what was pushed.
  private var roots: [Int32] = []
  var output = Buffer<UInt8>(room: 1 << 14)
  var contexts = Buffer<Context>()
  var calls: [Call] = []
  /// Those from here on belong to the program that runs.
  var firstCall = 0
  /// Margins of the partials that run, one behind the other.
  var margins = Buffer<UInt8>()
  /// The part of them that goes before the lines of the partial that runs.
  var margin = 0..<0
  /// Instructions gone through again in sections and in partials that are called.
  var steps = 0
  /// The template that was rendered last, and where it begins.
  private var latest: (name: String, entry: Int)?
  /// Lambdas that run inside each other.
  var lambdaDepth = 0

  init(library: Library) {
    self.library = library
    arena = Arena(names: library.names)
  }

  /// Puts something on top of the context stack.
  public mutating func push(_ context: some Fielded) {
    let slot = arena.reserve(1)
    context.store(in: &arena, at: slot)
    roots.append(Int32(slot))
  }

  /// Puts data on top of the context stack.
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

  /// Renders a template with what has been pushed; the output is the text, or nothing on an error.
  /// - Throws: `RenderError` for a template that there is not, or when a limit is reached.
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

  /// Where a template begins: mostly the one of the time before, which is not looked up again.
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

  /// Opens what has been pushed, above an empty context that is always there.
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

  /// A context of one value.
  @inline(__always)
  func context(at cell: Int32) -> Context {
    let value = arena.cells[Int(cell)]
    guard value.kind == .object else {
      return Context(cell: cell, fields: 0, row: Shapes.emptyRow)
    }
    return Context(cell: cell, fields: value.start, row: value.row)
  }

  /// Lends the text that has been rendered.
  public borrowing func withOutput<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try body(UnsafeRawBufferPointer(start: output.start, count: output.count))
  }
}
