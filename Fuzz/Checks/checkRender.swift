import Mustache

/// Renders templates with data, both made from any bytes: first the data, then the templates, each
/// after a `~`.
/// - Throws: a `Finding` if a text exceeds its limit, if two ways to render the same thing differ,
///   or if a renderer is broken after an error.
public func checkRender(_ bytes: ArraySlice<UInt8>) throws(Finding) {
  let parts = bytes.parts
  let templates: Templates
  do throws(TemplateError) {
    templates = try Templates(
      sources: sources(parts.dropFirst()), missingPartials: .areEmpty, limits: .small)
  } catch {
    return
  }
  let data = DataReader.value(of: parts[0])
  let page = Page(data)
  var renderer = templates.makeRenderer()
  for name in templates.names {
    let first = try renderer.outcome(of: name) { $0.push(data) }
    try check(name, templates, data, against: first)
    try checkPage(name, &renderer, page, below: data)
    let again = try renderer.outcome(of: name) { $0.push(data) }
    try expect(again == first, "\(name) shows \(again), and before \(first)")
  }
}

/// The rendered text, or why there is none.
private typealias Outcome = Result<[UInt8], RenderError>

extension Renderer {
  /// Renders a template twice; both results must be the same.
  fileprivate mutating func outcome(
    of name: String, _ fill: (inout Renderer) -> Void
  ) throws(Finding) -> Outcome {
    removeAll()
    fill(&self)
    let first = try outcome(of: name)
    let second = try outcome(of: name)
    try expect(first == second, "\(name) shows \(first), and then \(second)")
    return first
  }

  private mutating func outcome(of name: String) throws(Finding) -> Outcome {
    do throws(RenderError) {
      try render(name)
    } catch {
      try expect(withOutput(\.isEmpty), "\(name) leaves a text behind: \(error)")
      return .failure(error)
    }
    let text = withOutput(Array.init)
    try expect(text.count <= Limits.small.output, "\(name) has \(text.count) bytes")
    return .success(text)
  }
}

/// A renderer that others have used must give the same result.
private func check(
  _ name: String, _ templates: Templates, _ data: Value, against outcome: Outcome
) throws(Finding) {
  var text: [UInt8] = [1]
  let shared: Outcome
  do throws(RenderError) {
    try templates.render(name, data, into: &text)
    shared = .success(Array(text.dropFirst()))
  } catch {
    try expect(text == [1], "\(name) appends a text: \(error)")
    shared = .failure(error)
  }
  try expect(shared == outcome, "\(name) shows \(shared), and by itself \(outcome)")
}

/// A page must give the same result as the data it consists of.
private func checkPage(
  _ name: String, _ renderer: inout Renderer, _ page: Page, below data: Value
) throws(Finding) {
  for order in [false, true] {
    let typed = try renderer.outcome(of: name) { renderer in
      if order { renderer.push(data) }
      renderer.push(page)
      if !order { renderer.push(data) }
    }
    let plain = try renderer.outcome(of: name) { renderer in
      if order { renderer.push(data) }
      renderer.push(page.value)
      if !order { renderer.push(data) }
    }
    // A page may nest deeper, and counts as a single kind of object.
    guard !plain.isRefused, !typed.isRefused else { continue }
    try expect(typed == plain, "\(name) shows a page as \(typed), its data as \(plain)")
  }
}

extension Outcome {
  /// Whether the data themselves exceeded a limit.
  fileprivate var isRefused: Bool {
    self == .failure(.dataTooDeep) || self == .failure(.tooManyShapes)
  }
}
