import Mustache

/// Compiles any bytes as a set of templates, and shows those that are fine with nothing at all.
/// - Throws: a `Finding` for a mistake told at a place that there is not, and for a set that is
///   fine while missing partials are mistakes, and else is not.
public func checkParser(_ bytes: ArraySlice<UInt8>) throws(Finding) {
  let sources = sources(bytes.parts)
  let strict = try compile(sources, .areErrors)
  let lenient = try compile(sources, .areEmpty)
  guard let lenient else { return try expect(strict == nil, "missing partials may be empty") }
  for mistake in lenient.check(lenient.names.map { Pairing($0, with: [Page.self]) }) {
    // Others are fields that no template uses, told where they are declared.
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

/// - Returns: `nil` for a mistake in the templates.
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
  // One behind the last is the end of the text.
  let columns = 1...lines[location.line - 1].count + 1
  try expect(columns.contains(location.column), "\(location) is behind the end of its line")
}
