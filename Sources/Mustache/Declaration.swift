/// The fields that a type declares.
@usableFromInline
final class Declaration {
  /// A field and the place in the source that declares it.
  struct Field {
    let name: String
    let kind: FieldKind
    let location: Location
  }

  private(set) var fields: [Field] = []

  init<Item: Fielded>(of type: Item.Type) {
    var reader = Fields<Item>(of: self)
    type.declare(&reader)
  }

  @usableFromInline
  func add(
    _ name: StaticString, _ kind: FieldKind, _ file: StaticString, _ line: Int, _ column: Int
  ) {
    fields.append(
      Field(
        name: name.description, kind: kind,
        location: Location(file: file.description, line: line, column: column)))
  }
}
