import ArgumentParser
import Games
import Site
import Web

/// `dicehall roll 2d6+3`: rolls dice on the terminal.
struct Roll: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "roll",
    abstract: "Roll dice, such as 2d6+3, d20 or 4d8-1.")

  @Argument(
    help: """
      Number of dice (1 if left out), the letter d, number of sides, and perhaps a modifier.
      """)
  var expression: String

  @Option(help: "1 to 40 letters or digits; the same seed gives the same rolls.")
  var seed: String?

  @Flag(help: "Print the result as JSON.")
  var json = false

  func run() throws {
    let structure: DieStructure
    do throws(NotationError) {
      structure = try DieStructure(notation: expression)
    } catch {
      throw Failure.badUsage(error.sentence)
    }
    let roll: DiceRoll
    if let seed {
      guard var random = SeededGenerator(text: seed) else {
        throw Failure.badUsage("--seed takes 1 to 40 letters or digits")
      }
      roll = structure.rollDie(using: &random)
    } else {
      var random = SystemRandomNumberGenerator()
      roll = structure.rollDie(using: &random)
    }
    let faces = roll.faces.map(String.init)
    guard json else {
      print("\(structure.notation): \(faces.joined(separator: ", ")) = \(roll.total)")
      return
    }
    try printJSON(
      .object([
        .init(name: "expression", value: .string(structure.notation)),
        .init(name: "faces", value: .array(faces.map { .number($0) })),
        .init(name: "modifier", value: .number(String(structure.modifier))),
        .init(name: "total", value: .number(String(roll.total))),
      ]))
  }
}

/// Prints one line of JSON.
func printJSON(_ json: JSON) throws(Failure) {
  try printBytes(json.bytes + [UInt8(ascii: "\n")])
}
