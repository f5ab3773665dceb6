import Games
import Mustache
import Site
import Web

/// The animals of a party, with their loads and movement.
struct AnimalsPage: EntryPage {
  static let templates = ["characters/party-animals"]
  static let tab = OpenParty.Tab.animals
  let layout: EntryLayout<OpenParty>

  init(_ layout: EntryLayout<OpenParty>, in _: Visit) { self.layout = layout }

  static func declare(_ field: inout Fields<AnimalsPage>) {
    field("layout") { $0.layout }
    field("turn") { $0.layout.state.turn }
    field.rows("animals", { Array($0.party.animals.enumerated()) }) { card in
      card("place") { $0.offset }
      card("heading") { $0.element.shownName }
      card("kind") { $0.element.kind.name }
      card("isNamed") { !$0.element.name.isEmpty }
      card("name") { $1.layout.text("name", $0.element.name, ofForm: "place", "\($0.offset)") }
      card("load") { $1.layout.number("load", $0.element.load, ofForm: "place", "\($0.offset)") }
      card("loadWrong") { $1.layout.wrong("load-\($0.offset)") }
      card("nameWrong") { $1.layout.wrong("name-\($0.offset)") }
      card("pace") { $0.element.paceText }
      card("isOverladen") { $0.element.movement.base == 0 }
      card("unladen") { $0.element.kind.record.unladen.groupedText }
      card("most") { $0.element.kind.record.most.groupedText }
      card("armourClass") { _ in Animal.armourClassText }
      card("hitDice") { $0.element.kind.record.hitDice }
      card("points") { $0.element.kind.record.hitPoints }
      card("check") { TableCheck.morale(of: $0.element, at: $0.offset) }
      card("mostLoad") { _ in PartyAnimal.loads.upperBound }
      card("text") { $0.element.kind.record.text }
    }
    field.input(
      "kind", value: { _ in "" }, in: { $0.layout.problem },
      choices: { _ in
        Animal.allCases.map { ($0.id, "\($0.name), \($0.record.cost) gp") }
      })
    field("isFull") { $0.party.animals.count >= Party.mostAnimals }
    field("most") { _ in Party.mostAnimals }
    field("longest") { _ in Party.longestName }
  }

  static let routes: [Route] = [
    show,
    move("add") { open, visit in
      guard let kind = visit.form["kind"].flatMap(Animal.init(id:)) else {
        throw Problem([.init("Choose an animal.", field: "kind")], form: visit.form)
      }
      open.kept.party = try visit.make(open.party.adding(kind), at: "kind")
      return "\(kind.name) added. Pay for it on somebody’s equipment page."
    },
    move("load") { open, visit in
      let form = visit.form
      let place = form.whole("place") ?? -1
      open.kept.party = try visit.make(
        open.party.loading(
          animalAt: place, with: form.whole("load") ?? -1, called: form["name"] ?? ""),
        blaming: { if case .name = $0 { "name-\(place)" } else { "load-\(place)" } })
      let animal = open.party.animals[place]
      return "\(animal.shownName): \(animal.load.groupedText) coins, \(animal.paceText)."
    },
    move("remove") { open, visit in
      let place = visit.form.whole("place") ?? -1
      let before = open.party
      open.kept.party = try visit.make(open.party.removing(animalAt: place))
      return "\(before.animals[place].shownName) is gone."
    },
  ]
}

extension TableCheck {
  /// Returns a morale check: 2d6 must not exceed the animal's morale.
  static func morale(of animal: PartyAnimal, at place: Int) -> TableCheck {
    TableCheck(
      "morale-\(place)", "Morale of \(animal.shownName)", "2d6",
      .atMost(animal.kind.record.morale), ("it stays calm", "it bolts"))
  }
}
