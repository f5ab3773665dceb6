import Games
import Mustache
import Web

/// The mules and horses of a party, with what each carries and how fast it is with that.
struct AnimalsPage: EntryPage {
  static let templates = ["characters/party-animals"]
  static let tab = OpenParty.Tab.animals
  let layout: EntryLayout<OpenParty>

  init(_ layout: EntryLayout<OpenParty>, in _: Visit) { self.layout = layout }

  static func declare(_ field: inout Fields<AnimalsPage>) {
    field("layout") { $0.layout }
    field("turn") { $0.layout.state.turn }
    field("animals") { page in
      page.party.animals.enumerated().map {
        AnimalCard(animal: $1, place: $0, layout: page.layout)
      }
    }
    field("isEmpty") { $0.party.animals.isEmpty }
    field("kinds") { page in
      let chosen = page.layout.problem?.form?["kind"]
      return Animal.allCases.map {
        ChoiceWord(
          value: $0.id, words: "\($0.name), \($0.record.cost) gp", isChosen: $0.id == chosen)
      }
    }
    field("kindWrong") { $0.layout.wrong("kind") }
    field("isFull") { $0.party.animals.count >= Party.mostAnimals }
    field("most") { _ in Party.mostAnimals }
    field("longest") { _ in Party.longestName }
  }
}

/// An animal with its numbers, and the form for what it carries.
private struct AnimalCard: Fielded {
  let animal: PartyAnimal
  let place: Int
  let layout: EntryLayout<OpenParty>

  private var record: AnimalRecord { animal.kind.record }

  private func text(_ field: String, _ value: String) -> String {
    layout.text(field, value, ofForm: "place", "\(place)")
  }

  static func declare(_ field: inout Fields<AnimalCard>) {
    field("place") { $0.place }
    field("heading") { $0.animal.shownName }
    field("kind") { $0.animal.kind.name }
    field("isNamed") { !$0.animal.name.isEmpty }
    field("name") { $0.text("name", $0.animal.name) }
    field("load") { $0.layout.number("load", $0.animal.load, ofForm: "place", "\($0.place)") }
    field("wrong") { card in card.layout.wrong("animal-\(card.place)") }
    field("pace") { $0.animal.paceText }
    field("isOverladen") { $0.animal.movement.base == 0 }
    field("unladen") { $0.record.unladen.groupedText }
    field("most") { $0.record.most.groupedText }
    field("armourClass") { _ in Animal.armourClassText }
    field("hitDice") { $0.record.hitDice }
    field("points") { $0.record.hitPoints }
    field("check") { TableCheck.morale(of: $0.animal, at: $0.place) }
    field("mostLoad") { _ in PartyAnimal.loads.upperBound }
    field("text") { $0.record.text }
  }
}

extension TableCheck {
  /// 2d6 must not exceed an animal's morale.
  static func morale(of animal: PartyAnimal, at place: Int) -> TableCheck {
    TableCheck(
      "morale-\(place)", "Morale of \(animal.shownName)", "2d6",
      .atMost(animal.kind.record.morale), ("it stays calm", "it bolts"))
  }
}

extension AnimalsPage {
  static let routes: [Route] = [
    show,
    move("add") { open, visit in
      guard let kind = visit.form["kind"].flatMap(Animal.init(id:)) else {
        throw Problem([.init("Choose an animal.", field: "kind")], form: visit.form)
      }
      try open.change(at: "kind", in: visit) { party throws(PartyRefusal) in
        try party.adding(kind)
      }
      return "\(kind.name) added. Pay for it on somebody’s equipment page."
    },
    move("load") { open, visit in
      let form = visit.form
      let place = form.whole("place") ?? -1
      try open.change(at: "animal-\(place)", in: visit) { party throws(PartyRefusal) in
        try party.loading(
          animalAt: place, with: form.whole("load") ?? -1, called: form["name"] ?? "")
      }
      let animal = open.party.animals[place]
      return "\(animal.shownName): \(animal.load.groupedText) coins, \(animal.paceText)."
    },
    move("remove") { open, visit in
      let place = visit.form.whole("place") ?? -1
      let before = open.party
      try open.change(at: nil, in: visit) { party throws(PartyRefusal) in
        try party.removing(animalAt: place)
      }
      return "\(before.animals[place].shownName) is gone."
    },
  ]
}
