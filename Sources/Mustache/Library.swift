/// What all renderers of a set of templates share: the compiled program and its outlines.
final class Library: Sendable {
  let templates: [String: ParsedTemplate]
  let program: Program
  let outlines: [Outline]
  /// The numbers of the templates' outlines.
  let routines: [String: Int]
  /// Fillings for blocks that no template has.
  let unplacedBlocks: [UnplacedBlock]
  /// The names of templates that others call.
  let called: Set<String>
  let names: Names
  let missingPartials: MissingPartials
  let limits: Limits

  init(
    _ sources: [Source], missingPartials: MissingPartials, limits: Limits
  ) throws(TemplateError) {
    var parsed: [ParsedTemplate] = []
    var byName: [String: ParsedTemplate] = [:]
    for source in sources {
      let template = try Parser.parse(source)
      guard byName.updateValue(template, forKey: source.name) == nil else {
        throw TemplateError(
          location: template.lines.location(of: 0), found: "another template \"\(source.name)\"",
          expected: "only one of each name")
      }
      parsed.append(template)
    }
    let result = try Compiler.compile(parsed, missingPartials: missingPartials)
    templates = byName
    program = result.program
    outlines = result.outlines
    routines = Dictionary(
      uniqueKeysWithValues: parsed.enumerated().map { ($0.element.name, $0.offset) })
    unplacedBlocks = result.unplacedBlocks
    called = result.called
    names = Names(result.names)
    self.missingPartials = missingPartials
    self.limits = limits
  }
}
