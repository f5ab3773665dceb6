import Synchronization

/// The parts that all renderers of a set of templates share: the compiled program and its names.
final class Library: Sendable {
  /// The parts that only checks and lambdas need; they take more memory than the program.
  struct Analysis {
    let templates: [String: ParsedTemplate]
    let compiled: Compiler.Result
    /// The numbers of the templates' outlines.
    let routines: [String: Int]

    // Checks need the uses.
    init(
      _ sources: [Source], missingPartials: MissingPartials, listsUses: Bool
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
      templates = byName
      compiled = try Compiler.compile(
        parsed, missingPartials: missingPartials, listsUses: listsUses)
      routines = Dictionary(
        uniqueKeysWithValues: parsed.enumerated().map { ($0.element.name, $0.offset) })
    }
  }

  let sources: [Source]
  let program: Program
  let names: Names
  let missingPartials: MissingPartials
  let limits: Limits
  private let keptAnalysis = Mutex<Analysis?>(nil)

  init(
    _ sources: [Source], missingPartials: MissingPartials, limits: Limits
  ) throws(TemplateError) {
    let compiled = try Analysis(
      sources, missingPartials: missingPartials, listsUses: false
    ).compiled
    self.sources = sources
    program = compiled.program
    names = Names(compiled.names)
    self.missingPartials = missingPartials
    self.limits = limits
  }

  /// Computed on first use and then kept, since most programs only render.
  var analysis: Analysis {
    keptAnalysis.withLock { kept in
      if let kept { return kept }
      do {
        let analysis = try Analysis(sources, missingPartials: missingPartials, listsUses: true)
        kept = analysis
        return analysis
      } catch {
        preconditionFailure("templates that were compiled before: \(error)")
      }
    }
  }
}
