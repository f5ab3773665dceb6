import Mustache

/// Compiles any bytes as a set of templates, and renders valid ones without any data.
/// - Throws: a `Finding` if a mistake is reported at a place that does not exist, or if a set is
///   valid when missing partials are mistakes and invalid otherwise.
public func checkParser(_ bytes: ArraySlice<UInt8>) throws(Finding) {
  let sources = sources(bytes.parts)
  let strict = try compile(sources, .areErrors)
  let lenient = try compile(sources, .areEmpty)
  guard let lenient else { return try expect(strict == nil, "missing partials may be empty") }
  for mistake in lenient.check(lenient.names.map { Pairing($0, with: [Page.self]) }) {
    // The others are fields that no template uses, reported where they are declared.
    guard mistake.location.file.hasSuffix(".mustache") else { continue }
    try checkLocation(mistake.location, in: sources)
  }
  for name in lenient.names {
    do throws(RenderError) {
      var text: [UInt8] = []
      try lenient.render(name, .null, into: &text)
    } catch {
      try expect(!error.description.isEmpty, "an error has words")
    }
  }
}

/// - Returns: `nil` if the templates have a mistake.
private func compile(
  _ sources: [Source], _ missing: MissingPartials
) throws(Finding) -> Templates? {
  do throws(TemplateError) {
    return try Templates(sources: sources, missingPartials: missing, limits: .small)
  } catch {
    try checkLocation(error.location, in: sources)
    return nil
  }
}

private func checkLocation(_ location: Location, in sources: [Source]) throws(Finding) {
  guard let source = sources.first(where: { $0.file == location.file }) else {
    throw Finding(description: "\(location) is in no source")
  }
  let lines = source.text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  try expect(lines.indices.contains(location.line - 1), "\(location) is on no line")
  // One column past the last is the end of the text.
  let columns = 1...lines[location.line - 1].count + 1
  try expect(columns.contains(location.column), "\(location) is behind the end of its line")
}
