import Synchronization

/// The treatment of partials that don't exist.
public enum MissingPartials: Sendable {
  /// It is a mistake, reported when templates are compiled.
  case areErrors
  /// It shows nothing, as the Mustache specification says.
  case areEmpty
}

/// Templates compiled together; each can be a partial of the others.
///
/// They never change, so any number of threads may render them at once.
public final class Templates: Sendable {
  let library: Library
  private let rows: RowTexts
  /// Renderers with warm memory: about as many as are likely to run at once.
  private let shared: [SharedRenderer]

  /// Compiles all sources.
  /// - Throws: `TemplateError` for the first mistake in the first faulty source.
  public init(
    sources: [Source], missingPartials: MissingPartials = .areErrors, limits: Limits = Limits()
  ) throws(TemplateError) {
    let library = try Library(sources, missingPartials: missingPartials, limits: limits)
    self.library = library
    let rows = RowTexts(library: library)
    self.rows = rows
    shared = (0..<8).map { _ in SharedRenderer(Renderer(library: library, rows: rows)) }
  }

  /// The names of the templates, in the order of their sources.
  public var names: [String] { library.sources.map(\.name) }

  /// Returns a new renderer for a caller that keeps it, such as a thread.
  public func makeRenderer() -> Renderer { Renderer(library: library, rows: rows) }

  /// Renders a template and appends the text; after an error nothing is appended.
  ///
  /// Names are looked up from the end of the stack, its top.
  /// - Throws: `RenderError` if the template is missing or exceeds a limit.
  public func render(
    _ name: String, _ stack: [any Fielded], into bytes: inout [UInt8]
  ) throws(RenderError) {
    try render(name, into: &bytes) { renderer throws(RenderError) in
      try renderer.push(stack, for: name)
    }
  }

  /// Renders a template with data.
  /// - Throws: what it throws for values with fields.
  public func render(_ name: String, _ data: Value, into bytes: inout [UInt8]) throws(RenderError) {
    try render(name, into: &bytes) { $0.push(data) }
  }

  private func render(
    _ name: String, into bytes: inout [UInt8],
    _ fill: (inout Renderer) throws(RenderError) -> Void
  ) throws(RenderError) {
    // Nobody waits: if all are in use, making a new one is cheaper.
    let taken = shared.first { $0.take() } ?? SharedRenderer(makeRenderer())
    defer { taken.putBack() }
    try taken.use { renderer throws(RenderError) in
      // Keep nothing of this page until the next caller comes.
      defer { renderer.removeAll() }
      try fill(&renderer)
      try renderer.render(name, into: &bytes)
    }
  }
}

/// A renderer that threads take turns with.
///
/// Unchecked, as the renderer belongs to whoever has taken it.
private final class SharedRenderer: @unchecked Sendable {
  private var renderer: Renderer
  private let isTaken = Atomic(false)

  init(_ renderer: consuming Renderer) { self.renderer = renderer }

  /// - Returns: `true` if it was free.
  func take() -> Bool { !isTaken.exchange(true, ordering: .acquiring) }

  func use(_ body: (inout Renderer) throws(RenderError) -> Void) throws(RenderError) {
    try body(&renderer)
  }

  func putBack() { isTaken.store(false, ordering: .releasing) }
}
