import DiceLanguage
import Web

/// Named rolls as text, one to a line: `attack: 1d20+7`.
extension NamedRolls {
  /// The longest link that offers rolls, in bytes; longer ones get cut off on their way.
  private static let longestQuery = 2_000
  /// The number of bad lines after which the rest isn't read.
  private static let mostFaults = 10

  var text: String { rolls.map { "\($0.line)\n" }.joined() }

  /// The query of a link that offers the rolls; `nil` if there are none or it would be too long.
  ///
  /// It has a field for each roll, as some web servers refuse addresses with line breaks.
  var query: String? {
    let query = PercentCoding.encode(rolls.map { ("named", $0.line) })
    return query.isEmpty || query.utf8.count > NamedRolls.longestQuery ? nil : query
  }

  /// Returns the text that a link offers, if any.
  static func text(in query: Form) -> String? {
    let texts = query.fields.filter { $0.name == "named" }.map(\.value)
    return texts.isEmpty ? nil : texts.joined(separator: "\n")
  }

  /// Adds the rolls of all lines, or none; empty lines don't count.
  /// - Returns: the new rolls, and how many were there already.
  /// - Throws: `NamedLineFaults` with every bad line, or with none if the text is empty.
  mutating func keep(
    lines text: String
  ) throws(NamedLineFaults) -> (new: [NamedRoll], known: Int) {
    var after = self
    var known = 0
    var faults = NamedLineFaults()
    // All lines together may take no longer than one.
    let work = Work.forReading()
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() where !line.allSatisfy(\.isWhitespace) {
      do throws(NamedRollRefusal) {
        if try !after.keep(NamedRoll(line: line, work)) {
          known += 1
          // There can't be more unless lines are repeated.
          guard known <= NamedRolls.limit else { throw NamedRollRefusal.tooMany }
        }
      } catch {
        faults.lines.append(.init(index + 1, line, error))
        guard faults.lines.count < NamedRolls.mostFaults else {
          faults.isComplete = index + 1 == lines.count
          break
        }
      }
    }
    let new = Array(after.rolls.dropFirst(rolls.count))
    guard faults.lines.isEmpty, new.count + known > 0 else { throw faults }
    self = after
    return (new, known)
  }
}

extension NamedRoll {
  /// - Throws: `NamedRollRefusal` about the name or the expression, or `.colonMissing`.
  fileprivate init(line: Substring, _ work: Work) throws(NamedRollRefusal) {
    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw .colonMissing }
    try self.init(String(parts[0]), String(parts[1]), work)
  }
}

/// The lines of a text that can't be taken.
struct NamedLineFaults: Error, Equatable {
  struct Line: Equatable {
    /// The number of the line from 1, counting empty ones.
    let number: Int
    /// The beginning of the line, enough to find it.
    let beginning: String
    let refusal: NamedRollRefusal

    fileprivate init(_ number: Int, _ text: Substring, _ refusal: NamedRollRefusal) {
      self.number = number
      let beginning = text.prefix(40)
      self.beginning = beginning.endIndex < text.endIndex ? "\(beginning)…" : "\(beginning)"
      self.refusal = refusal
    }
  }

  fileprivate(set) var lines: [Line] = []
  /// Whether the whole text was read.
  fileprivate(set) var isComplete = true
}
