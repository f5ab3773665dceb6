import Games
import Mustache
import Site
import Storage
import Web

/// The play page: everything that changes in play, with large buttons for a phone, and dice.
struct TablePage: EntryPage {
  static let templates = ["characters/table"]
  static let tab = OpenCharacter.Tab.play
  let layout: EntryLayout<OpenCharacter>
  private let fight: Fight
  private let sheet: RecordSheet
  private let attack: TableGroup?
  /// The damage, and whatever else follows a hit.
  private let damage: TableGroup?
  private let saving: TableGroup
  private let groups: [TableGroup]
  /// Whether the last roll is shown beside its dice.
  private let showsResult: Bool

  init(_ layout: EntryLayout<OpenCharacter>, in visit: Visit) {
    self.layout = layout
    fight = visit.fight(of: layout.open, layout.state)
    let checks = TableChecks(layout.open.character, in: fight)
    let result = layout.problem == nil ? layout.state.note(on: layout.page)?.result : nil
    func told(_ group: TableGroup) -> TableGroup {
      var group = group
      for place in group.checks.indices where group.checks[place].id == result?.row {
        group.checks[place].result = result?.words
      }
      return group
    }
    sheet = checks.sheet
    let fighting = checks.attack.map(told)
    attack = fighting.map { group in
      TableGroup(
        name: group.name, checks: group.checks.filter { $0.goal != .total }, note: group.note)
    }
    damage = fighting.map { group in
      TableGroup(name: "Damage", checks: group.checks.filter { $0.goal == .total })
    }
    saving = told(checks.saving)
    groups = checks.others.map(told)
    showsResult = ([attack, damage, saving].compactMap(\.self) + groups).contains(
      where: \.hasResult)
  }

  /// Whether an attack has a range.
  private var shoots: Bool { attack?.checks.contains { $0.reach != nil } ?? false }

  static func declare(_ field: inout Fields<TablePage>) {
    field("layout") { $0.layout }
    field("points") { $0.character.hitPointsNow }
    field("allPoints") { page in
      SheetValue(
        "Maximum hit points", "\(page.character.hitPoints)", why: Derivation(page.sheet.hitPoints))
    }
    field("share") { 100 * $0.character.hitPointsNow / max($0.character.hitPoints, 1) }
    field("showsResult") { $0.showsResult }
    field("ownArmourClass") { $0.sheet.armourClassValue }
    field("ownAttack") { $0.sheet.attackValue }
    field("isDead") { $0.character.hitPointsNow == 0 }
    field.input(
      "blow", named: "points", value: { _ in 1 }, in: { $0.layout.problem }, longest: 4)
    field.rows("conditions", { Array($0.character.record.conditions.enumerated()) }) { row in
      row("place") { $0.offset }
      row("word") { $0.element }
    }
    field.input(
      "condition", value: { _ in "" }, in: { $0.layout.problem },
      longest: 2 * PlayRecord.longestCondition)
    field.rows("shots", { $0.ammunition }) { row in
      row("id") { $0.id }
      row("name") { $0.shotName }
      row("left") { $1.character.shots($0) }
      row("canShoot") { $1.character.shots($0) > 0 }
      row("leftName") { $1.character.shots($0) == 1 ? $0.shotNames.one : $0.shotNames.many }
      row("canPickUp") { $1.character.record.shotsUsed[$0] != nil }
    }
    field.rows("prepared", \.prepared) { row in
      row("id") { $0.spell.id }
      row("name") { $0.spell.name }
      row("effect") { $0.spell.effect }
      row("left") { "\($0.left) of \($0.count) left" }
      row("canCast") { $0.left > 0 }
    }
    field.rows("supplies", { $0.supplies }) { row in
      row("id") { $0.slug }
      row("left") { $0.piecesText($1.character[pieces: .gear($0)]) }
    }
    field("usedSupply") { page in
      page.layout.state.note(on: page.layout.page)?.change != nil
        && page.layout.open.kept.usedSupply
    }
    field("things") { $0.things }
    field("turns") { $0.character.clock.turns }
    field("isHealedByRest") { $0.character.isHealedByRest }
    field("isTired") { $0.character.clock.isTired }
    field.rows("flames", { $0.character.clock.flames }) { row in
      row("name") { $0.light.name }
      row("left") { $0.left.counted("turn", "turns") }
    }
    field("canLight") { $0.character.goods[.gear(.torches)] > 0 }
    field("canFill") {
      $0.character.goods[.gear(.lantern)] > 0 && $0.character.goods[.gear(.oil)] > 0
    }
    field("canPrepare") { !$0.character.preparable.isEmpty }
    field("experience") { $0.character.experience.groupedText }
    field("next") { $0.character.nextLevel?.experienceNeeded.groupedText }
    field("nextLevel") { $0.character.canRise ? $0.character.level + 1 : nil }
    field("purse") { $0.character.coins.purseText }
    field("armourClasses") { page in
      AttackMatrix.armourClasses.reversed().map {
        ChoiceWord(
          value: "\($0)", words: page.character.options.armourClassText(descending: $0),
          isChosen: $0 == page.fight.armourClass)
      }
    }
    field("ranges") { page in
      MissileRange.allCases.map {
        ChoiceWord(
          value: $0.rawValue,
          words: $0.rawValue.asSentence
            + ($0.modifier == 0 ? "" : " (\($0.modifier.modifierText))"),
          isChosen: $0 == page.fight.range)
      }
    }
    field("situations") { page in
      Fight.situations.reversed().map {
        ChoiceWord(
          value: "\($0)", words: $0 == 0 ? "as usual" : $0.modifierText,
          isChosen: $0 == page.fight.situation)
      }
    }
    field("shoots", \.shoots)
    field("armourClass") { "\($0.fight.armourClass)" }
    field("situation") { "\($0.fight.situation)" }
    field("range") { $0.fight.range.rawValue }
    field("isUnusual") { page in
      page.fight.situation != 0 || page.shoots && page.fight.range != .medium
    }
    field("armourClassText") { $0.fight.armourClassText($0.sheet) }
    field.rows("hands", { $0.hands }) { row in
      row("name") { $0.name }
      row("field") { $0.field }
      row("value") { $0.value }
      row("canTake") { $0.canTake }
      row("isHeld") { $0.isHeld }
    }
    field("turn") { $0.layout.state.turn }
    field("attack") { $0.attack }
    field("damage") { $0.damage }
    field("saving") { $0.saving }
    field("groups") { $0.groups }
  }

  /// The kinds of ammunition owned, one row each however many quivers there are.
  private var ammunition: [Ammunition] {
    Ammunition.allCases.filter { character.goods[.ammunition($0)] > 0 }
  }

  /// The weapons and shields that can be held, with the form's field for each.
  private var hands: [(name: String, field: String, value: String, canTake: Bool, isHeld: Bool)] {
    let goods = character.belongings.entries.map(\.item).filter(\.isForHands).map { item in
      (item.name, "item", item.slug, character.canWear(item), character.worn(item) > 0)
    }
    let things = character.record.otherThings.enumerated()
      .filter { $0.element.item?.isForHands ?? false }
      .map { ($1.name, "place", "\($0)", !$1.isWorn, $1.isWorn) }
    return goods + things
  }

  /// The things with numbers: all that are worn, and those with charges.
  private var things: [ThingRow] {
    character.things.filter { row in
      row.thing.kind != nil
        && (row.thing.charges != nil || !(row.thing.item?.isForHands ?? false))
    }
  }

  /// The gear that is used up piece by piece, apart from ammunition.
  private var supplies: [Gear] {
    Gear.allCases.filter { $0.pieces != nil && character.goods[.gear($0)] > 0 }
  }

  /// The prepared spells, with how often they are prepared and can still be cast.
  private var prepared: [(spell: ListedSpell, count: Int, left: Int)] {
    let all = character.record.prepared
    let spells = all.map(\.spell).reduce(into: [ListedSpell]()) { spells, spell in
      if !spells.contains(spell) { spells.append(spell) }
    }
    return spells.map { spell in
      let times = all.filter { $0.spell == spell }
      return (spell, times.count, times.count { !$0.isCast })
    }
  }

  /// The route of the page, which remembers the opponent in its address.
  private static var show: Route {
    .vaultPage(path) { visit in
      let page = try TablePage(in: visit)
      var state = page.layout.state
      remember(page.layout.open, in: visit, &state)
      if state.foe != page.layout.state.foe { visit.session[VaultState.self] = state }
      return page
    }
  }

  static let routes: [Route] = [
    show, undo,
    change("hurt", .hitPoints, at: "points") { character, visit throws(RuleRefusal) in
      try character.hurt(by: visit.form.blow)
    },
    change("heal", .hitPoints, at: "points") { character, visit throws(RuleRefusal) in
      try character.healed(by: visit.form.blow)
    },
    change("suffer", .conditions, at: "condition") { character, visit throws(RuleRefusal) in
      try character.suffering(visit.form["condition"] ?? "")
    },
    change("recover", .conditions) { character, visit in
      character.rid(ofConditionAt: visit.form.whole("place") ?? -1)
    },
    change("shoot", .shot) { character, visit throws(RuleRefusal) in
      try character.shooting(visit.form.shot())
    },
    change("collect", .shot) { character, visit throws(RuleRefusal) in
      character.pickingUp(try visit.form.shot())
    },
    change("cast", .cast) { character, visit throws(RuleRefusal) in
      try character.casting(try ListedSpell(visit.form, of: character))
    },
    change("rest", .rested) { character, _ in character.rested() },
    move("rest-day") { open, visit in
      try open.make(.rested, in: &visit) { character, visit throws(RuleRefusal) in
        let points = Int.random(in: PlayerCharacter.healedByRest, using: &visit.random)
        return try character.restedAllDay(healing: points)
      }
    },
    change("use", .used, GoodsPage.useOne),
    change("wear", .worn, GoodsPage.wear),
    change("away", .worn, GoodsPage.putAway),
    change("charge", .used, GoodsPage.useCharge),
    change("light", .lit) { character, visit throws(RuleRefusal) in
      guard let light = visit.form["light"].flatMap(Clock.Light.init(id:)) else {
        throw .unknownItem
      }
      return try character.lighting(light)
    },
    change("turn", .turned) { character, visit throws(RuleRefusal) in
      try character.passingTurn(isResting: visit.form["rest"] != nil)
    },
    .post("\(path)/roll") { visit in
      try roll(&visit) { open, visit in
        let checks = TableChecks(open.character, in: visit.fight(of: open))
        guard let check = visit.form["roll"].flatMap({ checks[$0] }) else {
          throw Problem("This character has no such roll.")
        }
        let (roll, left) = try open.roll(check, in: &visit)
        let unseen = open.showIfTaken(check, roll, in: visit)
        return (
          [check.sentence(of: roll), left, unseen].compactMap(\.self).joined(separator: " "),
          VaultState.Result(row: check.id, words: check.result(of: roll))
        )
      }
    },
  ]
}

extension Visit {
  var sentFight: Fight? { Fight(request.method == .post ? form : request.query) }

  /// Returns the fight that was sent, or the last one, or one with an unarmoured opponent.
  func fight(of open: OpenCharacter, _ state: VaultState? = nil) -> Fight {
    if let sentFight { return sentFight }
    let last = (state ?? vaultState).foe
    guard let last, last.place == open.entry.id.text else { return Fight() }
    return (try? Form(urlencoded: last.text.utf8)).flatMap(Fight.init) ?? Fight()
  }
}

extension Form {
  /// The points lost or healed: those of the button, or else of the field.
  fileprivate var blow: Int { whole("quick") ?? whole("points") ?? 0 }

  fileprivate func shot() throws(RuleRefusal) -> Ammunition {
    guard let shot = self["shot"].flatMap(Ammunition.init(id:)) else { throw .unknownItem }
    return shot
  }
}
