import Games
import Mustache
import Site

/// The seven classes side by side.
struct ClassesPage: SheetedPage {
  static let templates = ["reference/classes"]
  let title = "Classes – Characters – Dicehall"
  let description =
    "The seven classes side by side: hit dice, requirements, armour, weapons, saving throws."
  let section: Section? = .game(CharactersGame.self)

  static func declare(_ field: inout Fields<ClassesPage>) {
    field("tabs") { _ in ReferenceTab.all(on: .classes) }
    field.rows("classes", { _ in CharacterClass.allCases }) { card in
      card("class") { $0 }
      card("summary") { $0.record.summary }
      card("hitDie") { $0.hitDie.name }
      card("requirements") { $0.record.requirementsText }
      card("prime") { $0.record.primeRequisitesText }
    }
    field.rows("groups", { _ in groups }) { group in
      group("name") { $0.name }
      group("rows") { $0.rows }
    }
  }

  /// The rows of the comparison in groups, with a cell for each class.
  private static let groups: [(name: String, rows: [ReferenceRow])] = [
    ("To begin with", beginning), ("May use", goods), ("Saving throws at level 1", saves),
    ("Knows and notices", senses),
  ]

  private static let beginning = [
    row("Requirements") { $0.requirementsText },
    row("Prime requisites") { $0.primeRequisitesText },
    row("May trade down") { $0.mayLower.map(\.name).listed() },
    row("Hit die") { $0.hitDie.name },
    row("Magic") { $0.magicText },
    row("Level 2 at") { "\($0.progression[1].experience.groupedText) XP" },
    row("Highest level") { "\($0.progression.count)" },
  ]

  private static let goods = [
    row("Armour") { $0.armour.text.asSentence },
    row("Weapons") { $0.weapons.text.asSentence },
  ]

  private static let saves = SavingThrow.allCases.map { save in
    row(save.name) { "\($0.progression[0].saves[save])" }
  }

  private static let senses = [
    row("Languages") { $0.languagesText.asSentence },
    row("Infravision") { $0.talents.infravisionFeet.map { "\($0) ft" } ?? "\u{2013}" },
    row("Hear noise") { "\($0.talents.listenIn6)-in-6" },
    row("Find secret doors") { "\($0.talents.secretDoorsIn6)-in-6" },
    row("Find room traps") { "\($0.talents.roomTrapsIn6)-in-6" },
  ]

  private static func row(_ head: String, _ cell: (ClassRecord) -> String) -> ReferenceRow {
    ReferenceRow(head: head, cells: CharacterClass.records.map(cell))
  }
}
