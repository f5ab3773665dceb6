import ArgumentParser
import Mustache
import Web

/// The command `dicehall render TEMPLATE`, which renders a Mustache file with JSON data.
struct Render: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Render a Mustache template with JSON data.")

  @Argument(help: "Template file, or - for standard input.")
  var template: String

  @Option(help: "JSON file with the data, or - for standard input.")
  var data: String?

  @Option(help: "Folder with a file NAME.mustache for each partial.")
  var partials: String?

  func validate() throws {
    guard template != "-" || data != "-" else {
      throw ValidationError("the template and the data cannot both come from standard input")
    }
    try Files.check(template, of: "TEMPLATE")
    try Files.check(data, of: "--data")
    try Files.check(partials, of: "--partials")
  }

  func run() throws {
    // No partial's file can have this name.
    let name = "/"
    var sources = [
      Source(
        name: name, file: template == "-" ? "standard input" : template,
        text: try Files.read(template))
    ]
    if let partials { sources += try Files.templates(in: partials) }
    var bytes: [UInt8] = []
    do {
      let value = try data.map { try Render.value($0) } ?? .object([])
      let templates = try Templates(sources: sources, missingPartials: .areEmpty)
      try templates.render(name, value, into: &bytes)
    } catch let error as TemplateError {
      throw Failure.badData("\(error)")
    } catch let error as RenderError {
      throw Failure.badData("\(error)")
    }
    try printBytes(bytes)
  }

  private static func value(_ file: String) throws(Failure) -> Value {
    let bytes = try Files.read(file)
    var limits = JSON.Limits()
    limits.bytes = bytes.count
    do {
      return Value(try JSON(bytes, limits: limits))
    } catch {
      throw .badData("\(file): \(error)")
    }
  }
}

extension Value {
  /// Converts JSON to data for a template; numbers keep their spelling.
  fileprivate init(_ json: JSON) {
    self =
      switch json {
      case .null: .null
      case .bool(let flag): .bool(flag)
      case .number(let lexeme): .number(lexeme)
      case .string(let text): .string(text)
      case .array(let items): .list(items.map(Value.init))
      case .object(let members):
        .object(members.map { Member(name: $0.name, value: Value($0.value)) })
      }
  }
}
