import Games
import Mustache

/// Saving throws of all classes, and the attack matrix.
struct SavesPage: Page {
  static let templates = ["reference/saves"]
  let title = "Saves and attacks – Characters – Dicehall"
  let description = "Saving throws of all classes by level, and the matrix of attack rolls."
  let section: Section? = .game(CharactersGame.self)

  static func declare(_ field: inout Fields<SavesPage>) {
    field("tabs") { _ in ReferenceTab.all(on: .saves) }
    field("saves") { _ in
      SavingThrow.allCases.map { Term(name: $0.letter, text: $0.name) }
    }
    field("classes") { _ in CharacterClass.allCases.map(SavesTable.init) }
    field("armourClasses") { _ in
      AttackMatrix.armourClasses.reversed().map(ArmourClassHead.init)
    }
    field("attacks") { _ in
      AttackMatrix.thac0s.reversed().map { thac0 in
        ReferenceRow(
          head: "\(thac0)",
          cells: AttackMatrix.armourClasses.reversed().map {
            "\(AttackMatrix.roll(thac0: thac0, armourClass: $0))"
          })
      }
    }
  }
}

/// One class's saving throws.
private struct SavesTable: Fielded {
  let characterClass: CharacterClass

  static func declare(_ field: inout Fields<SavesTable>) {
    field("id") { $0.characterClass.id }
    field("name") { $0.characterClass.name }
    field("path") { $0.characterClass.referencePath }
    field("rows") { $0.characterClass.record.fightingRows }
  }
}

/// An armour class, descending and ascending.
private struct ArmourClassHead: Fielded {
  let descending: Int

  static func declare(_ field: inout Fields<ArmourClassHead>) {
    field("descending") { $0.descending.signedText }
    field("ascending") { AttackMatrix.ascendingBase - $0.descending }
  }
}
