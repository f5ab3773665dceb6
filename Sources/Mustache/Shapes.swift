/// The kinds of objects seen so far, by the order in which they set their fields.
///
/// Each object walks a tree from its root, one step a field. The step to the first child is a
/// comparison of two addresses, as a `set` in a type's `write` names the same literal each time.
/// Where a walk ends is a shape; it has a row in a table that gives the slot for each name.
struct Shapes: ~Copyable {
  /// A field after those of its parents.
  struct Node {
    /// The literal that `set` was called with; `nil` when the name came from data.
    let literal: UnsafePointer<UInt8>?
    /// `unused` when no template asks for it.
    let name: Int32
    let parent: Int32
    /// Kept fields up to and with this one.
    let fields: Int32
    var firstChild: Int32 = -1
    var nextSibling: Int32 = -1
    var row: Int32 = -1
  }

  static let root: Int32 = 0
  static let unused: Int32 = -1
  /// What no object has: also the row of values that are no objects.
  static let emptyRow: Int32 = 0
  /// Slots in the table, 16 MB; only data with very many kinds of objects get there.
  static let maximumTable = 1 << 22

  let names: Names
  /// Slots in a row, one a name.
  let width: Int
  /// Names that no template asks for, kept all the same to see what a page sets; `nil` outside of
  /// such a look.
  private var learned: [String]?
  private var nodes = Buffer<Node>()
  /// `width` slots a row, -1 for a name that the shape lacks.
  private(set) var table = Buffer<Int32>()
  /// The node at which each row's shape ends.
  private var ends = Buffer<Int32>()
  /// An object was left out because the table is full.
  private(set) var isOverfull = false

  init(names: Names) {
    self.names = names
    width = names.ids.count
    clear()
  }

  /// Shapes that keep whatever is set.
  init(learning: Void) {
    names = Names()
    width = 0
    learned = []
    clear()
  }

  /// Forgets all shapes when data have brought so many that they would be a burden.
  mutating func trim() {
    if isOverfull || nodes.count > 1 << 16 || table.count > Shapes.maximumTable / 4 { clear() }
  }

  private mutating func clear() {
    nodes.removeAll(keeping: 1 << 12)
    table.removeAll(keeping: 1 << 16)
    ends.removeAll(keeping: 1 << 12)
    isOverfull = false
    nodes.append(Node(literal: nil, name: Shapes.unused, parent: -1, fields: 0))
    _ = row(endingAt: Shapes.root)
  }

  @inline(__always)
  func isUsed(_ node: Int32) -> Bool { nodes[Int(node)].name != Shapes.unused }

  /// The node that setting `name` leads to.
  @inline(__always)
  mutating func step(from node: Int32, to name: StaticString) -> Int32 {
    let child = nodes[Int(node)].firstChild
    if child >= 0, nodes[Int(child)].literal == name.utf8Start { return child }
    return search(from: node, to: name)
  }

  @inline(never)
  private mutating func search(from node: Int32, to name: StaticString) -> Int32 {
    let literal = name.utf8Start
    return child(of: node) { $0.literal == literal }
      ?? add(to: node, literal: literal, name: id(of: name.description))
  }

  /// The node that setting a name from data leads to.
  mutating func step(from node: Int32, to name: String) -> Int32 {
    let id = id(of: name)
    // Names that nobody asks for leave no trace: data may have any number of them.
    guard id != Shapes.unused else { return node }
    return child(of: node) { $0.name == id } ?? add(to: node, literal: nil, name: id)
  }

  private mutating func id(of name: String) -> Int32 {
    if let id = names.ids[name] { return id }
    guard var learned else { return Shapes.unused }
    if let index = learned.firstIndex(of: name) { return Int32(index) }
    learned.append(name)
    self.learned = learned
    return Int32(learned.count - 1)
  }

  private func child(of node: Int32, where matches: (Node) -> Bool) -> Int32? {
    var child = nodes[Int(node)].firstChild
    while child >= 0 {
      if matches(nodes[Int(child)]) { return child }
      child = nodes[Int(child)].nextSibling
    }
    return nil
  }

  private mutating func add(
    to parent: Int32, literal: UnsafePointer<UInt8>?, name: Int32
  ) -> Int32 {
    let added = Int32(nodes.count)
    let fields = nodes[Int(parent)].fields + (name == Shapes.unused ? 0 : 1)
    nodes.append(Node(literal: literal, name: name, parent: parent, fields: fields))
    // Behind the first child, which stays the quick one.
    let first = nodes[Int(parent)].firstChild
    if first < 0 {
      nodes[Int(parent)].firstChild = added
    } else {
      nodes[Int(added)].nextSibling = nodes[Int(first)].nextSibling
      nodes[Int(first)].nextSibling = added
    }
    return added
  }

  /// The row of the shape that ends at a node.
  @inline(__always)
  mutating func row(endingAt node: Int32) -> Int32 {
    let row = nodes[Int(node)].row
    return row >= 0 ? row : addRow(endingAt: node)
  }

  @inline(never)
  private mutating func addRow(endingAt end: Int32) -> Int32 {
    guard table.count + width <= Shapes.maximumTable else {
      isOverfull = true
      return Shapes.emptyRow
    }
    let row = Int32(ends.count)
    ends.append(end)
    nodes[Int(end)].row = row
    let start = table.count
    table.append(repeating: -1, count: width)
    // From the last field back, so that of two equal names the later counts.
    var node = end
    while node != Shapes.root {
      let field = nodes[Int(node)]
      if 0..<width ~= Int(field.name), table[start + Int(field.name)] < 0 {
        table[start + Int(field.name)] = field.fields - 1
      }
      node = field.parent
    }
    return row
  }

  /// The names of a learnt shape, slot by slot.
  func learnedNames(ofRow row: Int32) -> [String] {
    guard let learned else { return [] }
    var found: [String] = []
    var node = ends[Int(row)]
    while node != Shapes.root {
      found.append(learned[Int(nodes[Int(node)].name)])
      node = nodes[Int(node)].parent
    }
    return found.reversed()
  }
}
