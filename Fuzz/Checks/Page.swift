import Mustache

/// A page with fields of all kinds, named by single letters as in templates and data.
struct Page: Fielded {
  struct Row: Fielded {
    let text: String
    let number: Int
    let rows: [Row]

    static func declare(_ field: inout Fields<Row>) {
      field("a") { $0.text }
      field("m") { $0.number }
      field("e") { $0.rows }
    }
  }

  let text: String
  let number: Int
  let flag: Bool
  let words: [String]
  let rows: [Row]
  let row: Row?
  let data: Value
  let lambda: Lambda?
  let fraction: Double
  let numbers: [[Int]]

  static func declare(_ field: inout Fields<Page>) {
    field("a") { $0.text }
    field("b") { $0.number }
    field("c") { $0.flag }
    field("d") { $0.words }
    field("e") { $0.rows }
    field("f") { $0.row }
    field("g") { $0.data }
    field("h") { $0.lambda }
    field("i") { $0.fraction }
    field.text("j") { page, place in
      place.append(page.text)
      place.append(page.number)
    }
    field("k") { $0.numbers }
  }
}

// MARK: Converting from and to data

extension Page {
  /// Takes the fields from data that have the right name and roughly the right kind.
  init(_ value: Value) {
    text = value["a"].text
    number = value["b"].integer
    flag = value["c"] == .bool(true)
    words = value["d"].items.map(\.text)
    rows = value["e"].items.map(Row.init)
    row = value["f"] == .null ? nil : Row(value["f"])
    data = value["g"]
    lambda = if case .lambda(let lambda) = value["h"] { lambda } else { nil }
    fraction = Double(value["i"].text) ?? 0
    numbers = value["k"].items.map { $0.items.map(\.integer) }
  }

  /// Data that every template must show exactly like the page.
  var value: Value {
    .object([
      .init(name: "a", value: .string(text)),
      .init(name: "b", value: .number("\(number)")),
      .init(name: "c", value: .bool(flag)),
      .init(name: "d", value: .list(words.map(Value.string))),
      .init(name: "e", value: .list(rows.map(\.value))),
      .init(name: "f", value: row?.value ?? .null),
      .init(name: "g", value: data),
      .init(name: "h", value: lambda.map(Value.lambda) ?? .null),
      .init(name: "i", value: .number(fraction.description)),
      .init(name: "j", value: .string("\(text)\(number)")),
      .init(name: "k", value: .list(numbers.map { .list($0.map { .number("\($0)") }) })),
    ])
  }
}

extension Page.Row {
  fileprivate init(_ value: Value) {
    text = value["a"].text
    number = value["m"].integer
    rows = value["e"].items.map(Page.Row.init)
  }

  fileprivate var value: Value {
    .object([
      .init(name: "a", value: .string(text)),
      .init(name: "m", value: .number("\(number)")),
      .init(name: "e", value: .list(rows.map(\.value))),
    ])
  }
}

extension Value {
  fileprivate subscript(name: String) -> Value {
    guard case .object(let members) = self else { return .null }
    return members.last { $0.name == name }?.value ?? .null
  }

  fileprivate var text: String {
    switch self {
    case .string(let text), .number(let text): text
    case .null, .bool, .list, .object, .lambda: ""
    }
  }

  fileprivate var integer: Int { Int(text) ?? 0 }

  fileprivate var items: [Value] { if case .list(let items) = self { items } else { [] } }
}
