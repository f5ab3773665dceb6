/// A template's text, the name that other templates call it by, and where it came from.
public struct Source: Sendable {
  /// What partial tags say: `parts/head`.
  public let name: String
  /// What error messages say: `parts/head.mustache`.
  public let file: String
  /// UTF-8, as it stands in the file.
  public let text: [UInt8]

  /// Makes a source of a file's bytes.
  public init(name: String, file: String, text: [UInt8]) {
    self.name = name
    self.file = file
    self.text = text
  }
}

/// A place in a template, as editors count.
public struct Location: Hashable, Sendable, CustomStringConvertible {
  /// As the source named it.
  public let file: String
  /// From 1.
  public let line: Int
  /// In characters (Unicode scalars) from 1.
  public let column: Int

  /// Makes a place, for mistakes that others than the engine find.
  public init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// `craps.mustache:3:14`.
  public var description: String { "\(file):\(line):\(column)" }
}
