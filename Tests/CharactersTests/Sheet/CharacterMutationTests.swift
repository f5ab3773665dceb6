import Games
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

/// Good texts, garbled by chance: there is always an answer, and what is taken is legal.
@Suite struct CharacterMutationTests {
  /// What programs get wrong, besides single bytes.
  private static let pieces = [
    "null", "true", "-0", "1e3", "1e400", "13.0", "-1", "99999999999999999999", "\"\"", "[]", "{}",
    "\"sleep\"", "[[[[[[[[[[", "\u{0}", "\u{FEFF}", "\\uD800", "\u{202E}", "\"id\":", ",", "}",
    "{\"statType\":\"str\",\"score\":18}", "\"goldPieces\",1",
  ]

  @Test func `bytes garbled by chance are refused or legal`() {
    var random = SeededGenerator(seed: 37)
    var counts = (taken: 0, broken: 0, noJSON: 0)
    for _ in 0..<2_500 {
      let person = People.all.randomElement(using: &random) ?? People.hilda
      var bytes = CharacterJSON.encode(person, withOrigin: Bool.random(using: &random))
      for _ in 0..<Int.random(in: 1...3, using: &random) { garble(&bytes, using: &random) }
      let isGenerous = Bool.random(using: &random)
      do {
        let read = try CharacterJSON.decode(bytes, isGenerous: isGenerous, withOrigin: true)
        #expect(read.brokenRules(allowingNoSpell: isGenerous).isEmpty)
        counts.taken += 1
      } catch .violations(let violations) {
        #expect(1...JSONReader.mostViolations ~= violations.count)
        counts.broken += 1
      } catch {
        counts.noJSON += 1
      }
      _ = CharacterJSON.stored(bytes)
    }
    #expect(counts.taken > 3 && counts.broken > 200 && counts.noJSON > 500, "\(counts)")
  }

  /// Values of a good text in each other's place: JSON always, legal hardly ever.
  @Test func `values in the wrong place are refused or legal`() throws {
    var random = SeededGenerator(seed: 73)
    var broken = 0
    for _ in 0..<1_200 {
      var json = CharacterJSON.json(
        People.all.randomElement(using: &random) ?? People.hilda, withOrigin: true)
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        let other = part(of: json, using: &random)
        json = replacing(in: json, with: other, using: &random)
      }
      var bytes: [UInt8] = []
      json.write(to: &bytes)
      do {
        let read = try CharacterJSON.decode(bytes, withOrigin: true)
        #expect(read.brokenRules().isEmpty)
        #expect(RecordSheet(read).name == read.name)
      } catch .violations {
        broken += 1
      } catch {
        #expect(Set(names(json)).count < names(json).count, "\(error)")
      }
    }
    #expect(broken > 600)
  }

  private func garble(_ bytes: inout [UInt8], using random: inout SeededGenerator) {
    let place = Int.random(in: 0..<max(bytes.count, 1), using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: bytes.remove(at: place)
    case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
    case 2:
      bytes.insert(contentsOf: (Self.pieces.randomElement(using: &random) ?? "").utf8, at: place)
    case 3: bytes.removeLast(Int.random(in: 0..<min(bytes.count, 40), using: &random))
    default:
      let digits = bytes.indices.filter { UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[$0] }
      guard let digit = digits.randomElement(using: &random) else { return }
      let piece = Self.pieces.randomElement(using: &random) ?? ""
      bytes.replaceSubrange(digit...digit, with: piece.utf8)
    }
    if bytes.isEmpty { bytes = [0x20] }
  }

  private func part(of json: JSON, using random: inout SeededGenerator) -> JSON {
    switch json {
    case .array(let items) where Int.random(in: 0..<4, using: &random) > 0:
      items.randomElement(using: &random).map { part(of: $0, using: &random) } ?? json
    case .object(let members) where Int.random(in: 0..<8, using: &random) > 0:
      members.randomElement(using: &random).map { part(of: $0.value, using: &random) } ?? json
    default: json
    }
  }

  private func replacing(
    in json: JSON, with other: JSON, using random: inout SeededGenerator
  ) -> JSON {
    switch json {
    case .array(var items) where !items.isEmpty:
      let index = Int.random(in: 0..<items.count, using: &random)
      items[index] = replacing(in: items[index], with: other, using: &random)
      return .array(items)
    case .object(var members):
      let index = Int.random(in: 0..<members.count, using: &random)
      let name = members[index].name
      let value = replacing(in: members[index].value, with: other, using: &random)
      members[index] = JSON.Member(name: name, value: value)
      return .object(members)
    default: return other
    }
  }

  private func names(_ json: JSON) -> [String] {
    guard case .object(let members) = json else { return [] }
    return members.map(\.name)
  }
}
