/// Runs templates; keeps its memory from one to the next, so that a warm one allocates nothing.
///
/// ```swift
/// var renderer = templates.makeRenderer()
/// renderer.push(site)
/// renderer.push(page)
/// try renderer.render(template)
/// renderer.withOutput { send($0) }
/// renderer.removeAll()
/// ```
/// For one thread at a time.
public struct Renderer: ~Copyable {
  /// A level of the context stack and, where a section opened it, the items still to come.
  struct Context {
    /// The value itself.
    let cell: UnsafePointer<Cell>
    /// Behind the last item.
    let end: UnsafePointer<Cell>
    /// Its fields.
    let fields: UnsafePointer<Cell>
    /// Where each name is among them, -1 for those that are not.
    let row: UnsafePointer<Int32>
  }

  /// Where to go on after a partial, and the caller's margin.
  struct Call {
    let resume: Int
    let margin: Range<Int>
  }

  let limits: Limits
  var fields: Fields
  var output = Buffer<UInt8>(room: 1 << 14)
  var contexts = Buffer<Context>()
  var calls: [Call] = []
  /// Margins of the partials that run, one behind the other.
  var margins = Buffer<UInt8>()
  /// The part of them that goes before the lines of the partial that runs.
  var margin = 0..<0

  init(names: Names, limits: Limits) {
    self.limits = limits
    fields = Fields(shapes: Shapes(names: names))
  }

  /// Puts something on top of the context stack.
  public mutating func push(_ context: some Fielded) { fields.add(context) }

  /// Puts data on top of the context stack.
  public mutating func push(_ data: Value) { fields.add(data) }

  /// Empties the context stack and the output.
  public mutating func removeAll() {
    fields.removeAll()
    output.removeAll(keeping: 1 << 18)
  }

  /// Renders a template with what has been pushed; the output is the text, or nothing on an error.
  /// - Precondition: The template comes from the templates that made this renderer.
  /// - Throws: `RenderError` when a limit is reached.
  public mutating func render(_ template: Template) throws(RenderError) {
    precondition(template.names === fields.shapes.names, "template of other templates")
    output.count = 0
    guard !fields.shapes.isOverfull else { throw .tooManyShapes }
    do {
      try run(template.program)
    } catch {
      output.count = 0
      throw error
    }
  }

  /// Lends the text that has been rendered.
  public borrowing func withOutput<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try body(UnsafeRawBufferPointer(start: output.start, count: output.count))
  }
}
