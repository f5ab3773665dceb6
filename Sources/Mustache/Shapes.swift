/// The places where objects keep each name: a dense table, so that finding a field takes one load.
///
/// Two sorts of objects have rows in it: each declaration of fields, and each order in which data
/// have set names that some template asks for.
struct Shapes: ~Copyable {
  /// The parts of the table for the objects of one declaration.
  ///
  /// The parts that it declares in place are the kinds after it, in their order and each with its
  /// own parts.
  struct Kind {
    /// The beginning of its row in the table; `unknownRow` before its first object.
    var row: Int32
    /// The number of its fields.
    let count: Int
    /// The number of kinds that it and its parts are.
    let span: Int
  }

  struct Recent {
    static let places = 64

    /// The address of the type, 0 for none.
    var type = 0
    var kind = 0

    /// Returns the place for a type, as types lie at multiples of 8.
    static func place(of type: Int) -> Int { type >> 3 & (places - 1) }
  }

  /// A name that data set after those of its parent nodes.
  struct Node {
    let name: Int32
    let parent: Int32
    /// The number of fields up to and including this one.
    let fields: Int32
    var firstChild: Int32 = -1
    var nextSibling: Int32 = -1
    var row: Int32 = -1
  }

  static let root: Int32 = 0
  /// The empty row, for values that are not objects.
  static let emptyRow: Int32 = 0
  static let unknownRow: Int32 = -1
  /// The most slots in the table (16 MB); only data with very many kinds of objects get there.
  static let maximumTable = 1 << 22

  let names: Names
  /// Slots per row, one for each name; at least one, so that each row has a place of its own.
  let width: Int
  private var nodes = Buffer<Node>()
  /// `width` slots per row, -1 for a name that the shape lacks.
  private(set) var table = Buffer<Int32>()
  private(set) var kinds = Buffer<Kind>()
  private var declarations: [Declaration] = []
  private var types: [ObjectIdentifier: Int] = [:]
  /// The last kinds that were asked for, at places that their types' addresses give: this saves most
  /// lookups among `types`.
  private var recent = Buffer<Recent>(room: Recent.places)
  /// The declared names of each row, slot by slot.
  private var declared: [Int32: [String]] = [:]
  /// The number of times that all shapes have been forgotten.
  private(set) var generation = 0
  /// Whether an object was left out because the table is full.
  private(set) var isOverfull = false

  init(names: Names) {
    self.names = names
    width = max(names.ids.count, 1)
    clear()
  }

  /// Forgets all shapes once data have brought in too many.
  mutating func trim() {
    if isOverfull || nodes.count > 1 << 16 || table.count > Shapes.maximumTable / 4 { clear() }
  }

  private mutating func clear() {
    nodes.removeAll(keeping: 1 << 12)
    table.removeAll(keeping: 1 << 16)
    kinds.count = 0
    declarations = []
    types = [:]
    recent.count = 0
    recent.append(repeating: Recent(), count: Recent.places)
    declared = [:]
    isOverfull = false
    generation += 1
    nodes.append(Node(name: -1, parent: -1, fields: 0))
    nodes[0].row = addRow()
  }

  private mutating func addRow() -> Int32 {
    guard table.count + width <= Shapes.maximumTable else {
      isOverfull = true
      return Shapes.emptyRow
    }
    let row = Int32(table.count)
    table.append(repeating: -1, count: width)
    return row
  }

  // MARK: Declarations

  /// Returns the kind of a type's objects; the first call reads its declaration.
  mutating func kind<Item: Fielded>(of type: Item.Type) -> Int {
    let address = Int(bitPattern: ObjectIdentifier(type))
    let place = Recent.place(of: address)
    if recent[place].type == address { return recent[place].kind }
    let kind = types[ObjectIdentifier(type)] ?? makeKinds(of: type)
    recent[place] = Recent(type: address, kind: kind)
    return kind
  }

  private mutating func makeKinds<Item: Fielded>(of type: Item.Type) -> Int {
    let kind = kinds.count
    types[ObjectIdentifier(type)] = kind
    for declaration in Declaration(of: type).withParts {
      kinds.append(
        Kind(
          row: Shapes.unknownRow, count: declaration.fields.count,
          span: declaration.withParts.count))
      declarations.append(declaration)
    }
    return kind
  }

  @inline(__always)
  mutating func shape(of kind: Int) -> Kind {
    if kinds[kind].row == Shapes.unknownRow { kinds[kind].row = makeRow(of: kind) }
    return kinds[kind]
  }

  private mutating func makeRow(of kind: Int) -> Int32 {
    let fields = declarations[kind].fields.map(\.name)
    let row = addRow()
    for (slot, name) in fields.enumerated() where row != Shapes.emptyRow {
      if let id = names.ids[name] { table[Int(row + id)] = Int32(slot) }
    }
    declared[row] = fields
    return row
  }

  /// Returns the slot of a declared name that has no column in the table.
  func slot(of name: String, inRow row: Int32) -> Int? { declared[row]?.firstIndex(of: name) }

  // MARK: Data

  /// Returns the node that a name from data leads to; `nil` if no template asks for the name, as
  /// data may have any number of those.
  mutating func step(from node: Int32, to name: String) -> Int32? {
    guard let id = names.ids[name] else { return nil }
    var child = nodes[Int(node)].firstChild
    while child >= 0 {
      if nodes[Int(child)].name == id { return child }
      child = nodes[Int(child)].nextSibling
    }
    let added = Int32(nodes.count)
    nodes.append(
      Node(
        name: id, parent: node, fields: nodes[Int(node)].fields + 1,
        nextSibling: nodes[Int(node)].firstChild))
    nodes[Int(node)].firstChild = added
    return added
  }

  /// Returns the row of the shape that ends at a node.
  mutating func row(endingAt end: Int32) -> Int32 {
    if nodes[Int(end)].row >= 0 { return nodes[Int(end)].row }
    let row = addRow()
    guard row != Shapes.emptyRow else { return row }
    nodes[Int(end)].row = row
    // From the last field backwards, so that of two equal names the later one counts.
    var node = end
    while node != Shapes.root {
      let field = nodes[Int(node)]
      let place = Int(row + field.name)
      if table[place] < 0 { table[place] = field.fields - 1 }
      node = field.parent
    }
    return row
  }
}

/// The names that a set of templates asks for, numbered from 0 without gaps.
final class Names: Sendable {
  /// The name that every list has, for whether it has items.
  static let any = "any"

  let ids: [String: Int32]
  /// The names in the order of their numbers.
  var inOrder: [String] { ids.sorted { $0.value < $1.value }.map(\.key) }
  /// The number of `any`, -1 if no template asks for it.
  let any: Int32

  init(_ ids: [String: Int32] = [:]) {
    self.ids = ids
    any = ids[Names.any] ?? -1
  }
}
