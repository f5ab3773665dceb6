/// Finds the fields that names lead to among the kinds of values on the stack, without any value, and
/// notes which ones were found.
struct FieldResolver {
  private struct Field: Hashable {
    let declaration: ObjectIdentifier
    let name: String
  }

  /// The types that were met, in the order in which they were first met.
  private(set) var types: [(type: any Fielded.Type, declaration: Declaration)] = []
  private var declarations: [ObjectIdentifier: Declaration] = [:]
  private var found: Set<Field> = []

  /// The declarations of all types that were met, each followed by those of its parts.
  var allDeclarations: [Declaration] { types.flatMap(\.declaration.withParts) }

  /// Returns whether a name has led to a field.
  func hasFound(_ field: Declaration.Field, of declaration: Declaration) -> Bool {
    found.contains(Field(declaration: ObjectIdentifier(declaration), name: field.name))
  }

  /// Returns the kind of value that a dotted name leads to; `nil` if nothing on the stack provides
  /// it.
  mutating func resolve(_ path: some Collection<String>, on stack: [FieldKind]) -> FieldKind? {
    guard let first = path.first else { return stack.last ?? .anything }
    var found: FieldKind?
    for kind in stack.reversed() {
      let next = field(first, of: kind)
      found = found ?? next
      // Data may lack the name, so look further out as well.
      if next != nil, !kind.isAnything { break }
    }
    for part in path.dropFirst() {
      found = found.flatMap { kind in
        if case .list = kind { return part == Names.any ? .flag : nil }
        return field(part, of: kind)
      }
    }
    return found
  }

  /// Records the type of a value that is looked at, even if no name leads to its fields.
  mutating func meet(_ kind: FieldKind) {
    switch kind {
    case .object(let type): _ = declaration(of: type)
    case .list(let item): meet(item)
    case .text, .number, .flag, .rows, .lambda, .part, .anything: break
    }
  }

  private mutating func field(_ name: String, of kind: FieldKind) -> FieldKind? {
    switch kind {
    case .anything: return .anything
    case .text, .number, .flag, .list, .rows, .lambda: return nil
    case .object(let type): return field(name, of: declaration(of: type))
    case .part(let declaration): return field(name, of: declaration)
    }
  }

  private mutating func field(_ name: String, of declaration: Declaration) -> FieldKind? {
    guard let field = declaration.fields.first(where: { $0.name == name }) else { return nil }
    found.insert(Field(declaration: ObjectIdentifier(declaration), name: name))
    return field.kind
  }

  private mutating func declaration(of type: any Fielded.Type) -> Declaration {
    if let declaration = declarations[ObjectIdentifier(type)] { return declaration }
    let declaration = Declaration(of: type)
    declarations[ObjectIdentifier(type)] = declaration
    types.append((type, declaration))
    return declaration
  }
}

extension [FieldKind] {
  /// A stack of objects of these types, the last one on top.
  init(_ types: [any Fielded.Type]) { self = types.reduce([]) { $0.pushing(.object($1)) } }

  /// Returns the stack inside a section.
  func opening(_ kind: FieldKind) -> [FieldKind] {
    switch kind {
    case .list(let item): pushing(item)
    case .lambda: self
    case .text, .number, .flag, .rows, .object, .part, .anything: pushing(kind)
    }
  }

  /// Returns the stack with a kind on top.
  ///
  /// Of two equal kinds only the upper one is ever searched, so the stack can't grow endlessly.
  private func pushing(_ kind: FieldKind) -> [FieldKind] {
    filter { $0.hasNames && $0.identity != kind.identity } + [kind]
  }
}

extension FieldKind {
  fileprivate var hasNames: Bool {
    switch self {
    case .object, .part, .anything: true
    case .text, .number, .flag, .list, .rows, .lambda: false
    }
  }

  fileprivate var isAnything: Bool { if case .anything = self { true } else { false } }

  /// Distinguishes declarations with the same name.
  var identity: String {
    switch self {
    case .list(let item): "a list of \(item.identity)"
    case .object(let type): "\(UInt(bitPattern: ObjectIdentifier(type)))"
    case .part(let declaration): "\(UInt(bitPattern: ObjectIdentifier(declaration)))"
    case .text, .number, .flag, .rows, .lambda, .anything: phrase
    }
  }
}
