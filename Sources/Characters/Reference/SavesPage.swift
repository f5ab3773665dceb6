import Games
import Mustache
import Site

/// Saving throws of all classes, and the attack matrix.
struct SavesPage: SheetedPage {
  static let templates = ["reference/saves"]
  let title = "Saves and attacks – Characters – Dicehall"
  let description = "Saving throws of all classes by level, and the matrix of attack rolls."
  let section: Section? = .game(CharactersGame.self)

  static func declare(_ field: inout Fields<SavesPage>) {
    field("tabs") { _ in ReferenceTab.all(on: .saves) }
    field("saves") { _ in
      SavingThrow.allCases.map { Term(name: $0.letter, text: $0.name) }
    }
    field.rows("classes", { _ in CharacterClass.allCases }) { table in
      table("class") { $0 }
      table("rows") { $0.record.fightingRows }
    }
    field.rows("armourClasses", { _ in AttackMatrix.armourClasses.reversed() }) { column in
      column("descending") { $0.signedText }
      column("ascending") { AttackMatrix.ascendingBase - $0 }
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
