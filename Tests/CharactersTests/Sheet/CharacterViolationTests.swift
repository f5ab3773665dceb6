import Games
import Testing
import Visitors
import Web

@testable import Characters
@testable import Site

/// Every mistake in a text is reported at once, with its rule and field.
@Suite struct CharacterViolationTests {
  /// A part of Hilda's text, its replacement, and the resulting violation.
  typealias TextCase = (part: String, other: String, violation: String)
  /// A character, a change to it, and the resulting violations.
  typealias PersonCase = (
    person: PlayerCharacter, change: @Sendable (inout PlayerCharacter) -> Void, violation: String
  )

  private func violations(
    _ text: some StringProtocol, isGenerous: Bool = false, withOrigin: Bool = true
  ) -> [String] {
    do {
      _ = try readCharacter(text, isGenerous: isGenerous, withOrigin: withOrigin)
      return []
    } catch .violations(let violations) {
      return violations.map { "\($0.rule.rawValue) \($0.field)" }
    } catch {
      return ["\(error)"]
    }
  }

  static let textCases: [TextCase] = [
    (#""id":"E621E1F8"#, #""id":"E621E1F"#, "unknownValue id"),
    (#""id":"E621E1F8-C36C-495A-93FC-0C247A3E6E51""#, #""id":7"#, "unknownValue id"),
    (#""name":"Hilda""#, #""name":" ""#, "nameEmpty name"),
    (#""name":"Hilda""#, #""name":null"#, "unknownValue name"),
    (#""name":"Hilda""#, #""name":"a\u0007b""#, "unknownValue name"),
    (#""title":"","#, "", "missingKey title"),
    (#""level":1"#, #""level":2"#, "outOfRange level"),
    (#""level":1"#, #""level":"1""#, "unknownValue level"),
    (#""level":1"#, #""level":1.5"#, "unknownValue level"),
    (#""level":1"#, #""level":1e400"#, "outOfRange level"),
    (#""level":1"#, #""level":99999999999999999999"#, "outOfRange level"),
    (#""law""#, #""Law""#, "unknownValue alignment"),
    (#""fighter""#, #""paladin""#, "unknownValue characterClass"),
    (#""pcHitPoints":7"#, #""pcHitPoints":-0"#, "hitPoints pcHitPoints"),
    (#""pcHitPoints":7"#, #""pcHitPoints":1e3"#, "hitPoints pcHitPoints"),
    (#""goldPieces",4"#, #""goldPieces",65"#, "notEnoughGold coins"),
    (#""goldPieces",4"#, #""goldPieces",-4"#, "outOfRange coins.goldPieces"),
    (#""goldPieces",4"#, #""goldPieces","4""#, "unknownValue coins.goldPieces"),
    (#""goldPieces",4"#, #""goldPieces",4,"goldPieces",4"#, "unknownValue coins.goldPieces"),
    (#""goldPieces",4"#, #""gold",4"#, "unknownKey coins.gold"),
    (#""goldPieces",4"#, #""goldPieces""#, "unknownValue coins"),
    (#""goldPieces",4"#, "4,4", "unknownValue coins"),
    (#""str","score":17"#, #""str","score":19"#, "outOfRange abilityScores.str"),
    (#""str","score":17"#, #""str","score":2"#, "outOfRange abilityScores.str"),
    (#""str","score":17"#, #""str","score":true"#, "unknownValue abilityScores.str"),
    (#""str","score":17"#, #""str","bonus":17"#, "unknownKey abilityScores.bonus"),
    (#""str","score":17"#, #""str","score":17,"x":0"#, "unknownKey abilityScores.x"),
    (#""str","score":17"#, #""STR","score":17"#, "unknownValue abilityScores"),
    (#""str","score":17"#, #""dex","score":17"#, "unknownValue abilityScores.dex"),
    (#"{"statType":"str","score":17},"#, "", "missingKey abilityScores.str"),
    (#"{"statType":"str","score":17},"#, "17,", "unknownValue abilityScores"),
    (#""melee","asscStat":"str""#, #""melee","asscStat":"dex""#, "unknownValue modifiers.melee"),
    (#""melee","asscStat""#, #""mêlée","asscStat""#, "unknownValue modifiers"),
    (#"{"modType":"melee","asscStat":"str"},"#, "", "missingKey modifiers.melee"),
    (
      #""additionalLanguages":[]"#, #""additionalLanguages":["harpy"]"#,
      "tooManyLanguages additionalLanguages"
    ),
    (
      #""additionalLanguages":[]"#, #""additionalLanguages":["klingon"]"#,
      "languageUnknown additionalLanguages"
    ),
    (
      #""additionalLanguages":[]"#, #""additionalLanguages":{}"#,
      "unknownValue additionalLanguages"
    ),
    (#""spells":[]"#, #""spells":["sleep"]"#, "spellNotAllowed spells"),
    (#""spells":[]"#, #""spells":["fireball"]"#, "unknownValue spells"),
    (#""armor":"chainmail""#, #""armor":"mithril""#, "unknownItem armor"),
    (#""armor":"chainmail""#, #""armor":0"#, "unknownValue armor"),
    (#""armor":"chainmail","#, "", "missingKey armor"),
    (#""hasShield":true"#, #""hasShield":1"#, "unknownValue hasShield"),
    (#"["arrows"]"#, #"["arrows","bullets"]"#, "unknownItem ammo"),
    (#"["arrows"]"#, #"["arrows",null]"#, "unknownValue ammo"),
    (#"["longBow","sword"]"#, #"["longBow","sword","chainmail"]"#, "unknownItem weapons"),
    (#""gear":["#, #""gear":["shield","#, "unknownItem gear"),
    (#""title":"","#, #""title":"","shield":1,"#, "unknownKey shield"),
  ]

  @Test(arguments: textCases)
  func `one mistake is reported with its rule and field`(one: TextCase) throws {
    let range = try #require(People.hildaText.firstRange(of: one.part))
    var text = People.hildaText
    text.replaceSubrange(range, with: one.other)
    let found = violations(text)
    #expect(found.contains(one.violation), "\(found)")
    #expect(found.count <= 2, "\(found)")
  }

  static let originCases: [TextCase] = [
    (#""str","score":17"#, #""str","score":16"#, "unbalanced abilityScores"),
    (#""wis","score":10"#, #""wis","score":11"#, "oddStep abilityScores.wis"),
    (#""dex","score":16"#, #""dex","score":14"#, "notLowerable abilityScores.dex"),
    (#""cha","score":8"#, #""cha","score":9"#, "notPrimeRaise abilityScores.cha"),
    (#""wis","score":10"#, #""wis","score":13"#, "aboveRolled abilityScores.wis"),
    (#""int","score":9"#, #""int","score":7"#, "belowFloor abilityScores.int"),
    (#""str","score":17"#, #""str","score":14"#, "primeLowered abilityScores.str"),
    (#""str","score":17"#, #""str","score":19"#, "overCeiling abilityScores.str"),
    (#""hitDieRoll":6"#, #""hitDieRoll":5"#, "hitPoints pcHitPoints"),
    (#""hitDieRoll":6"#, #""hitDieRoll":9"#, "outOfRange hitDieRoll"),
    (#""goldRolled":120"#, #""goldRolled":110"#, "notEnoughGold coins"),
    (#""goldRolled":120"#, #""goldRolled":130"#, "notEnoughGold coins"),
    (#""goldRolled":120"#, #""goldRolled":"120""#, "unknownValue goldRolled"),
    (#""goldRolled":120"#, #""goldRolled":125"#, "outOfRange goldRolled"),
    (#""str","score":16},"#, #""str","score":16.5},"#, "unknownValue rolledScores.str"),
  ]

  @Test(arguments: originCases)
  func `the rolls are checked too`(one: TextCase) throws {
    var text = String(People.hildaTextWithOrigin)
    let range = try #require(text.firstRange(of: one.part))
    text.replaceSubrange(range, with: one.other)
    let found = violations(text)
    #expect(found.contains(one.violation), "\(found)")
  }

  static let personCases: [PersonCase] = [
    (People.hilda, { $0.characterClass = .halfling }, "requirementNotMet abilityScores.con"),
    (People.nim, { $0.scores[.str] = 7 }, "classMayNotLower abilityScores.str"),
    (People.nim, { $0.goods[.shield] = 1 }, "armourForbidden hasShield"),
    (People.odo, { $0.goods[.weapon(.sword)] = 1 }, "weaponForbidden weapons"),
    (
      People.aelindra, { $0.additionalLanguages = [.elvish] },
      "languageAlreadyKnown additionalLanguages"
    ),
    (
      People.aelindra, { $0.additionalLanguages = [.pixie, .pixie] },
      "languageDuplicate additionalLanguages"
    ),
    (People.aelindra, { $0.spells = [] }, "spellMissing spells"),
    (People.aelindra, { $0.spells = [.sleep, .light] }, "spellNotAllowed spells"),
    (People.odo, { $0.name = String(repeating: "o", count: 61) }, "nameTooLong name"),
    (People.odo, { $0.title = String(repeating: "o", count: 61) }, "titleTooLong title"),
  ]

  @Test(arguments: personCases)
  func `each thing a class doesn't allow has its own code`(one: PersonCase) {
    // Hilda's constitution would do for a halfling.
    var person = one.person
    person.scores[.con] = min(person.scores[.con], 8)
    one.change(&person)
    let bytes = CharacterJSON.encode(person, withOrigin: true)
    let found = violations(String(decoding: bytes, as: UTF8.self))
    #expect(found.contains(one.violation), "\(found)")
  }

  @Test func `every code of the interface is among the cases`() {
    let cases =
      CharacterViolationTests.textCases.map(\.violation)
      + CharacterViolationTests.originCases.map(\.violation)
      + CharacterViolationTests.personCases.map(\.violation)
    let provoked = Set(cases.map { String($0.prefix { $0 != " " }) })
    let codes = RuleCode.ofCharacters.map(\.rawValue)
    #expect(provoked == Set(codes))
    #expect(codes.count == 28)
  }

  @Test func `rule and table violations are reported together where readable`() {
    let text = People.hildaText.replacing("\"Hilda\"", with: "\"\"")
      .replacing("\"str\",\"score\":17", with: "\"str\",\"score\":99")
      .replacing("[\"arrows\"]", with: "[\"bullets\"]")
      .replacing("\"pcHitPoints\":7", with: "\"pcHitPoints\":70,\"more\":true")
    #expect(
      violations(text) == [
        "unknownKey more", "unknownItem ammo", "nameEmpty name", "outOfRange abilityScores.str",
        "hitPoints pcHitPoints",
      ])
  }

  @Test func `a rule about what could not be read says nothing`() {
    let text = People.hildaText.replacing("\"fighter\"", with: "\"paladin\"")
      .replacing("\"pcHitPoints\":7", with: "\"pcHitPoints\":700")
      .replacing("\"spells\":[]", with: "\"spells\":[\"sleep\"]")
    #expect(violations(text) == ["unknownValue characterClass"])
  }

  @Test func `how it was rolled is an unknown key to those who do not ask`() {
    #expect(
      violations(People.hildaTextWithOrigin, withOrigin: false)
        == ["unknownKey rolledScores", "unknownKey hitDieRoll", "unknownKey goldRolled"])
  }

  @Test(arguments: ["[]", "null", "1", "\"Hilda\"", "true"])
  func `anything but an object is one violation`(text: String) {
    #expect(violations(text) == ["unknownValue "])
  }

  @Test func `an empty object misses each key once`() {
    #expect(violations("{}").count == 17)
    #expect(violations("{}").allSatisfy { $0.hasPrefix("missingKey ") })
  }

  @Test(arguments: [
    "", "{", "nul", "{\"id\":}", "{\"id\":NaN}", "{\"id\":1,\"id\":2}", "{\"id\":\"\\uD800\"}",
    String(repeating: "[", count: 9), String(repeating: "[", count: 60_000),
    "\u{FEFF}{}", "{} {}",
  ])
  func `text that isn't JSON is a syntax error, not a violation`(text: String) {
    #expect(throws: JSONError.self) {
      do throws(CharacterError) {
        _ = try readCharacter(text)
      } catch {
        if case .syntax(let error) = error { throw error }
        throw error
      }
    }
  }

  @Test func `more than 64 KB is not read`() throws {
    let text = People.hildaText.replacing(
      "\"title\":\"\"", with: "\"title\":\"\(String(repeating: "x", count: 65_536))\"")
    do {
      _ = try readCharacter(text)
      Issue.record("it was read")
    } catch .syntax(let error) {
      #expect(error.problem.contains("65536"))
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test func `thousands of mistakes are cut to fifty violations`() {
    let names = Array(repeating: "\"x\"", count: 10_000).joined(separator: ",")
    let text = People.hildaText.replacing("[\"arrows\"]", with: "[\(names)]")
    #expect(violations(text).count == 50)
    let keys = (0..<3_000).map { "\"k\($0)\":0" }.joined(separator: ",")
    #expect(violations("{\(keys)}").count == 50)
  }

  @Test func `foreign text in a field's name is cut`() {
    let key = String(repeating: "<&\u{301}", count: 5_000)
    let found = violations("{\"\(key)\":1}").first { $0.hasPrefix("unknownKey") }
    #expect(found?.unicodeScalars.count == "unknownKey ".unicodeScalars.count + 60)
  }
}
