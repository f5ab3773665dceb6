/// The reason why a template couldn't be rendered completely; then none of the output is returned.
public enum RenderError: Error, Equatable, CustomStringConvertible {
  /// There is no template with this name.
  case unknownTemplate(String)
  /// Partials, sections or lambdas nest deeper than `Limits` allow, usually because a partial calls
  /// itself endlessly. `path` holds the names of the running templates, outermost first; if there
  /// are many, only the first and the last ones.
  case tooDeep(Location, path: [String])
  /// The output is longer than `Limits` allow.
  case tooLong(Location)
  /// Sections, partials and lambdas take more steps than `Limits` allow.
  case tooMuchWork(Location)
  /// The data have more different kinds of objects than the renderer can keep apart.
  case tooManyShapes
  /// Lists and objects in the data nest more than 300 levels deep.
  case dataTooDeep
  /// A lambda returned an invalid template.
  case lambda(TemplateError)

  /// The message on one line, for the template's author.
  public var description: String {
    switch self {
    case .unknownTemplate(let name): "there is no template \"\(name)\""
    case .tooDeep(let location, let path):
      "\(location): partials or sections nest too deeply here"
        + (path.isEmpty ? "" : ": \(path.joined(separator: " → "))")
    case .tooLong(let location): "\(location): the text gets too long here"
    case .tooMuchWork(let location): "\(location): the sections here repeat too often"
    case .tooManyShapes: "the data have too many different kinds of objects"
    case .dataTooDeep: "the data are nested too deeply"
    case .lambda(let error): "\(error)"
    }
  }
}

/// The limits of a single render.
public struct Limits: Hashable, Sendable {
  /// The most levels of calls of partials; sections may nest four times as deep.
  public var depth = 256
  /// The longest text, in bytes.
  public var output = 8 << 20
  /// Instructions repeated by sections or run in called partials.
  ///
  /// A lambda counts one step per byte of its text. This also bounds templates that run long but
  /// show nothing.
  public var steps = 10_000_000

  /// Creates the default limits.
  public init() {}
}
