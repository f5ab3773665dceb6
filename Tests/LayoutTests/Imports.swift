/// The modules that a Swift source names in its `import` lines, in order.
///
/// A small reader, no parser: it skips line comments and takes attributes, access words and the
/// kind of a scoped import along.
func imports(of source: String) -> [String] {
  source.split(whereSeparator: { $0.isNewline || $0 == ";" }).compactMap { line in
    let code = line.prefix(upTo: line.firstRange(of: "//")?.lowerBound ?? line.endIndex)
    let words = code.split(whereSeparator: \.isWhitespace)
    guard let index = words.firstIndex(of: "import"), index + 1 < words.count,
      words[..<index].allSatisfy({ $0.hasPrefix("@") || accessWords.contains($0) })
    else { return nil }
    let isScoped = kinds.contains(words[index + 1]) && index + 2 < words.count
    return words[isScoped ? index + 2 : index + 1].split(separator: ".").first.map(String.init)
  }
}

private let accessWords: Set<Substring> = [
  "public", "package", "internal", "fileprivate", "private",
]
private let kinds: Set<Substring> = [
  "typealias", "struct", "class", "enum", "protocol", "let", "var", "func",
]
