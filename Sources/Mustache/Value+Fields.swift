extension Value {
  /// What something with fields sets, in its order: to compare with the names a template uses, or
  /// to show its data in another form.
  public init(_ fielded: some Fielded) {
    var fields = Fields(shapes: Shapes(learning: ()))
    fields.add(fielded)
    self = fields.value(of: fields.pending[0])
  }
}

extension Fields {
  /// A cell as a value; names are known where the shapes have learnt them.
  fileprivate func value(of cell: Cell) -> Value {
    switch cell.kind {
    case .nothing: .null
    case .bool: .bool(cell.isTrue)
    case .integer: .number(String(cell.payload))
    case .text:
      .string(
        String(
          decoding: UnsafeBufferPointer(
            start: text.bytes.start + cell.payload, count: Int(cell.count)),
          as: UTF8.self))
    case .list: .list((0..<Int(cell.count)).map { value(of: cells[cell.payload + $0]) })
    case .object:
      .object(
        shapes.learnedNames(ofRow: cell.count).enumerated().map { slot, name in
          Value.Member(name: name, value: value(of: cells[cell.payload + slot]))
        })
    }
  }
}
