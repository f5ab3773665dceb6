import DiceLanguage
import Games
import Rooms
import Site
import Web

/// The host's moves for the characters and foes of a table.
let campaignMoves: [Route] = [
  turn("hurt", "points") { form throws(Problem) in .hurt(try form.points()) },
  turn("heal", "points") { form throws(Problem) in .healed(try form.points()) },
  turn("suffer", "condition") { form throws(Problem) in .suffering(try form.condition("condition"))
  },
  turn("recover", "condition") { form throws(Problem) in .rid(try form.condition("ended")) },
  hostMove("march") { visit in .act(.advanced(try visit.form.number("character"))) },
  hostMove("send-away") { visit in .act(.tookBack(try visit.form.number("character"))) },
  hostMove("note") { visit in
    let number = try visit.form.number("about")
    let note = try visit.reading("note", of: number) { form throws(Problem) in try form.note() }
    return .act(.noted(number, note))
  },
  hostMove("ask-for") { visit in
    guard let check = AskedCheck(rawValue: visit.form["check"] ?? "") else {
      throw RoomRefusal.setting
    }
    guard let campaign = try visit.room().room.campaign, !campaign.members.isEmpty else {
      throw Problem("There are no characters to ask.", status: .conflict)
    }
    // If nobody is ticked, everyone is meant; but not if those who were ticked are gone.
    let all = campaign.members.map(\.number)
    let isTicked = visit.form.fields.contains { $0.name.hasPrefix("character-") }
    let asked = isTicked ? all.filter { visit.form["character-\($0)"] != nil } : all
    guard !asked.isEmpty else {
      throw Problem(
        "Nobody was asked: whoever you ticked isn’t at the table any more.", status: .conflict)
    }
    return .act(.askedFor(check, members: asked))
  },
  hostMove("referee") { visit in
    guard let roll = HostRoll(rawValue: visit.form["roll"] ?? "") else { throw RoomRefusal.setting }
    let isSecret = visit.form["secret"] != nil
    return .act(.checked(try roll.roll(isSecret: isSecret, using: &visit.roomRandom)))
  },
  hostMove("meet") { visit in .act(.metFoe(try Foe(visit.form))) },
  hostMove("foe-lose") { visit in .act(try visit.hurtingFoe()) },
  hostMove("foe-heal") { visit in .act(try visit.hurtingFoe(-1)) },
  hostMove("foe-gone") { visit in .act(.removedFoe(try visit.form.number("foe"))) },
  hostMove("foe-roll") { visit in
    let number = try visit.form.number("foe")
    guard let roll = FoeRoll(rawValue: visit.form["roll"] ?? "") else { throw RoomRefusal.setting }
    let foe = try visit.room().room.campaign?.foes.first { $0.number == number }
    guard let foe else { throw RoomRefusal.nothingThere }
    return .act(.checked(try roll.roll(for: foe, using: &visit.roomRandom)))
  },
]

/// Returns the route of a change to a character, which is adopted with its owner's next move.
///
/// A mistake is shown below the character's form, at this field.
private func turn(
  _ name: String, _ field: String,
  _ read: @escaping @Sendable (Form) throws(Problem) -> TableTurn
) -> Route {
  hostMove(name) { visit in
    let number = try visit.form.number("character")
    let person = try visit.room().room.campaign?[number]?.character.person
    let turn = try visit.reading(field, of: number) { form throws(Problem) in
      let turn = try read(form)
      // The record would accept changes that the character can't have.
      guard let person, (try? person.taking(turn)) == nil else { return turn }
      throw Problem(
        """
        \(person.name.isolated) already has \(PlayRecord.mostConditions) conditions. Remove one \
        first.
        """)
    }
    return .act(.turned(number, turn))
  }
}

extension Visit {
  /// Reads a form about a character or foe, and reports a mistake at its field if that still
  /// exists.
  fileprivate func reading<Value>(
    _ field: String, of number: Int, _ read: (Form) throws(Problem) -> Value
  ) throws -> Value {
    do {
      return try read(form)
    } catch {
      let campaign = try room().room.campaign
      let isThere =
        campaign?[number] != nil || campaign?.foes.contains { $0.number == number } == true
      throw Problem(
        error.mistakes.map { .init($0.sentence, field: isThere ? "\(field)-\(number)" : nil) },
        form: form)
    }
  }

  /// Reads a change of a foe's hit points; `sign` is −1 if it gets them back.
  fileprivate func hurtingFoe(_ sign: Int = 1) throws -> RoomAct {
    let number = try form.number("foe")
    let points = try reading("foe-points", of: number) { form throws(Problem) in
      try form.points()
    }
    return .hurtFoe(number, points: sign * points)
  }
}

extension Form {
  /// - Throws: `RoomRefusal.nothingThere`.
  fileprivate func number(_ field: String) throws(RoomRefusal) -> Int {
    guard let number = self[field].flatMap({ Int($0) }), RoomLimits.numbers ~= number else {
      throw .nothingThere
    }
    return number
  }

  fileprivate func note() throws(Problem) -> String {
    do throws(RoomRefusal) {
      return try Campaign.checked(note: self["note"] ?? "")
    } catch .name(.unprintable) {
      throw Problem("This note has characters that can’t be shown. Leave them out.")
    } catch {
      throw Problem("A note can have at most \(Campaign.longestNote) characters.")
    }
  }

  fileprivate func condition(_ field: String) throws(Problem) -> String {
    guard let condition = try? PlayRecord.conditions([self[field] ?? ""]).first else {
      throw Problem(
        "A condition must have 1 to \(PlayRecord.longestCondition) characters, such as “blind”.")
    }
    return condition
  }

  /// Returns the number of hit points lost or healed.
  fileprivate func points() throws(Problem) -> Int {
    let limits = PlayerCharacter.blows
    guard let points = TypedNumber(self["points"] ?? ""), !points.wasRounded,
      limits ~= points.number
    else {
      throw Problem(
        "Hit points must be a whole number from \(limits.lowerBound) to \(limits.upperBound).")
    }
    return points.number
  }
}

extension Foe {
  /// Reads the foe that the host typed.
  /// - Throws: `Problem` with all mistakes and the form.
  fileprivate init(_ form: Form) throws {
    var mistakes: [Problem.Mistake] = []
    func number(_ field: String) -> Int {
      guard let field = FoeField.all.first(where: { $0.name == field }), let limits = field.limits
      else { return 0 }
      let typed = TypedNumber(form[field.name] ?? "")
      guard let typed, !typed.wasRounded, limits ~= typed.number else {
        mistakes.append(
          .init(
            """
            \(field.label) must be a whole number from \(limits.lowerBound.signedText) to \
            \(limits.upperBound).
            """, field: field.name))
        return 0
      }
      return typed.number
    }
    func words(_ field: String, _ label: String, _ longest: Int) -> String {
      let text = form[field] ?? ""
      if (try? SeatName.checked(text, longest: longest, largest: 600)) == nil {
        mistakes.append(.init("\(label) must have 1 to \(longest) plain characters.", field: field))
      }
      return text
    }
    let name = words("foeName", "Name", CharacterText.longest)
    let hitDice = words("foeHitDice", "Hit dice", Foe.longestHitDice)
    let (points, armourClass) = (number("foeHitPoints"), number("foeArmourClass"))
    let (attack, morale) = (number("foeAttack"), number("foeMorale"))
    var damage: Expression?
    do throws(ExpressionError) {
      damage = try Expression(parsing: form["foeDamage"] ?? "")
    } catch {
      mistakes.append(.init(error, in: form["foeDamage"] ?? "", field: "foeDamage"))
    }
    guard mistakes.isEmpty, let damage else { throw Problem(mistakes, form: form) }
    try self.init(
      name: name, armourClass: armourClass, hitDice: hitDice, hitPoints: points, attack: attack,
      damage: damage, morale: morale)
  }
}
