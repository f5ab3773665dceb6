/// The fields that a type declares, or that are declared in place for a list or an object.
public final class Declaration {
  /// A field and the place in the source that declares it.
  struct Field {
    let name: String
    let kind: FieldKind
    let location: Location
  }

  /// The most fields of one declaration.
  static let maximumFields = 1024
  /// The most levels of parts declared inside each other; something that contains itself is a type.
  static let maximumDepth = 32

  /// The type's name, and for parts the names of the fields that lead to them.
  let name: String
  private let depth: Int
  private(set) var fields: [Field] = []
  /// The declarations of all parts, each followed by those of its own parts.
  private var parts: [Declaration] = []

  private init(name: String, depth: Int) {
    precondition(depth <= Declaration.maximumDepth, "declarations nest too deeply in \(name)")
    self.name = name
    self.depth = depth
  }

  convenience init<Item: Fielded>(of type: Item.Type) {
    self.init(name: "\(type)", depth: 0)
    var fields = Fields<Item>(of: self)
    type.declare(&fields)
  }

  /// Itself and its parts.
  var withParts: [Declaration] { [self] + parts }

  @usableFromInline
  func add(
    _ name: StaticString, _ kind: FieldKind, _ file: StaticString, _ line: Int, _ column: Int
  ) {
    precondition(fields.count < Declaration.maximumFields, "too many fields in \(self.name)")
    fields.append(
      Field(
        name: name.description, kind: kind,
        location: Location(file: file.description, line: line, column: column)))
  }

  /// Adds a list whose items' fields `declare` lists.
  @usableFromInline
  func add(
    list name: StaticString, _ file: StaticString, _ line: Int, _ column: Int,
    _ declare: (Declaration) -> Void
  ) {
    add(name, .list(.part(part(name, declare))), file, line, column)
  }

  /// Adds an object whose fields `declare` lists.
  @usableFromInline
  func add(
    object name: StaticString, _ file: StaticString, _ line: Int, _ column: Int,
    _ declare: (Declaration) -> Void
  ) {
    add(name, .part(part(name, declare)), file, line, column)
  }

  private func part(_ name: StaticString, _ declare: (Declaration) -> Void) -> Declaration {
    let part = Declaration(name: "\(self.name).\(name)", depth: depth + 1)
    declare(part)
    parts += part.withParts
    return part
  }
}
