/// A template that could not be rendered to its end; nothing of it is handed out.
public enum RenderError: Error, Equatable, CustomStringConvertible {
  /// There is no template of this name.
  case unknownTemplate(String)
  /// Partials, sections or lambdas nest deeper than `Limits` allow: mostly a partial that calls
  /// itself without an end. `path` are the names of the templates that run, outermost first; of
  /// many the first and the last.
  case tooDeep(Location, path: [String])
  /// The text grows longer than `Limits` allow.
  case tooLong(Location)
  /// Sections, partials and lambdas have been gone through at greater length than `Limits` allow.
  case tooMuchWork(Location)
  /// The data have more kinds of objects than the renderer keeps apart.
  case tooManyShapes
  /// Lists and objects in the data are inside each other more than 300 times.
  case dataTooDeep
  /// A lambda made a template that cannot be understood.
  case lambda(TemplateError)

  /// One line for the person who wrote the template.
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

/// What one render may use before it is given up.
public struct Limits: Hashable, Sendable {
  /// Calls of partials inside each other; of sections, four times as many may be open.
  public var depth = 256
  /// The longest text, in bytes.
  public var output = 8 << 20
  /// Instructions gone through again by sections, and those in partials that are called.
  ///
  /// A lambda counts as many as its text has bytes. Bounds templates that show nothing at length.
  public var steps = 10_000_000

  /// The usual limits.
  public init() {}
}
