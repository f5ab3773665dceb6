/// A template's text, its name for other templates, and its file.
public struct Source: Sendable {
  /// The name in partial tags: `parts/head`.
  public let name: String
  /// The name in error messages: `parts/head.mustache`.
  public let file: String
  /// The file's content, as UTF-8.
  public let text: [UInt8]

  /// Creates a source from a file's bytes.
  public init(name: String, file: String, text: [UInt8]) {
    self.name = name
    self.file = file
    self.text = text
  }
}

/// A place in a template, counted as editors do.
public struct Location: Hashable, Sendable, CustomStringConvertible {
  /// The file, as the source named it.
  public let file: String
  /// The line, from 1.
  public let line: Int
  /// The column in Unicode scalars, from 1.
  public let column: Int

  /// Creates a place, for mistakes found outside the engine.
  public init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// `craps.mustache:3:14`.
  public var description: String { "\(file):\(line):\(column)" }
}
