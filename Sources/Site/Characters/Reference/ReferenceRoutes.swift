import Games
import Web

let referencePages: [any Page.Type] = [
  ClassesPage.self, ClassPage.self, AbilitiesPage.self, SavesPage.self, EquipmentPage.self,
  SpellsPage.self, CharacterRulesPage.self,
]

let referenceRoutes: [Route] =
  [
    .page("/rules/osr") { _ in .page(CharacterRulesPage()) },
    .page("/reference/classes") { _ in .page(ClassesPage()) },
    .page("/reference/abilities") { _ in .page(AbilitiesPage()) },
    .page("/reference/saves") { _ in .page(SavesPage()) },
    .page("/reference/equipment") { _ in .page(EquipmentPage()) },
    .page("/reference/spells") { _ in .page(SpellsPage()) },
  ]
  + CharacterClass.allCases.map { characterClass in
    .page(characterClass.referencePath) { _ in .page(ClassPage(characterClass)) }
  }
