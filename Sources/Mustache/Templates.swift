import Synchronization

/// What becomes of a partial that there is no template for.
public enum MissingPartials: Sendable {
  /// It is a mistake, told when templates are compiled.
  case areErrors
  /// It shows nothing, as the Mustache specification has it.
  case areEmpty
}

/// Templates compiled together, each of them a partial of the others.
///
/// They never change, so any number of threads may render them at once.
public final class Templates: Sendable {
  let library: Library
  /// Renderers with warm memory; as many as there are cores that may well render at once.
  private let shared: [SharedRenderer]

  /// Compiles all sources.
  /// - Throws: `TemplateError` at the first mistake in the first source, in their order.
  public init(
    sources: [Source], missingPartials: MissingPartials = .areErrors, limits: Limits = Limits()
  ) throws(TemplateError) {
    let library = try Library(sources, missingPartials: missingPartials, limits: limits)
    self.library = library
    shared = (0..<8).map { _ in SharedRenderer(Renderer(library: library)) }
  }

  /// The names of the templates, in the order of their sources.
  public var names: [String] { library.routines.sorted { $0.value < $1.value }.map(\.key) }

  /// A renderer for a caller that keeps one for itself, such as a thread.
  public func makeRenderer() -> Renderer { Renderer(library: library) }

  /// Renders a template and appends the text; on an error nothing is appended.
  ///
  /// Names are looked up in the last of the stack first, which is its top.
  /// - Throws: `RenderError` for a template that is missing or does not come to its end in time.
  public func render(
    _ name: String, _ stack: [any Fielded], into bytes: inout [UInt8]
  ) throws(RenderError) {
    try render(name, into: &bytes) { renderer in
      for context in stack { renderer.push(context) }
    }
  }

  /// Renders a template with data.
  /// - Throws: as for things with fields.
  public func render(
    _ name: String, _ data: Value, into bytes: inout [UInt8]
  ) throws(RenderError) {
    try render(name, into: &bytes) { $0.push(data) }
  }

  private func render(
    _ name: String, into bytes: inout [UInt8], _ fill: (inout Renderer) -> Void
  ) throws(RenderError) {
    // Nobody waits for one: where all are in use, a new one is cheaper.
    let taken = shared.first { $0.take() } ?? SharedRenderer(makeRenderer())
    defer {
      // Nothing of a page stays until somebody else comes.
      taken.renderer.removeAll()
      taken.putBack()
    }
    fill(&taken.renderer)
    try taken.renderer.render(name)
    taken.renderer.withOutput { bytes.append(contentsOf: $0) }
  }
}

/// A renderer that threads take in turn.
///
/// Unchecked, as its renderer belongs to whoever has taken it.
private final class SharedRenderer: @unchecked Sendable {
  var renderer: Renderer
  private let isTaken = Atomic(false)

  init(_ renderer: consuming Renderer) { self.renderer = renderer }

  /// - Returns: whether it was free.
  func take() -> Bool { !isTaken.exchange(true, ordering: .acquiring) }

  func putBack() { isTaken.store(false, ordering: .releasing) }
}
