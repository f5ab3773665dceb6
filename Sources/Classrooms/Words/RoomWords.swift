import DiceLanguage
import Games
import Mustache
import Rooms
import Site
import Storage

/// The words about rooms that aren't in templates.
enum RoomWords {
  static let summary =
    "A class experiment, a table, or Pig: a match, a class in pairs, a league. Each on their own device."

  /// Returns the name in sentences: `Room KFH-3QD`.
  static func name(_ code: RoomCode) -> String { "Room \(code.text)" }

  /// Returns the heading for what is played.
  static func what(_ settings: RoomSettings) -> String {
    switch settings {
    case .experiment(let settings):
      settings.experiment.heading == settings.experiment.code
        ? settings.heading : settings.heading.asSentence
    case .table: "A table for dice"
    case .match(let goal, _): "Pig to \(goal)"
    case .pairs(let settings): "Pig to \(settings.goal) in pairs"
    case .league(let goal): "Pig league to \(goal)"
    }
  }

  /// Returns the name of what a class rolls, for downloads.
  static func rolled(_ settings: RoomSettings) -> String {
    guard case .experiment(let settings) = settings else { return "" }
    if case .ownDice(let faces) = settings.experiment { return "own d\(faces)" }
    return settings.experiment.code
  }

  /// Returns what a guess is about, for downloads.
  static func guessed(_ guess: Guess) -> String {
    switch guess.question {
    case .mean: "mean"
    case .mostFrequent: "most frequent"
    case .chance: "chance"
    case .likelier: "likelier"
    }
  }

  /// The time for which a table is kept once it has characters, unless the host chooses.
  static let keptWithCharacters = StorageLimits.keptDays.upperBound.counted("day", "days")

  /// Returns a sentence on what a newcomer does.
  static func invitation(_ room: Room) -> String {
    switch room.play {
    case .experiment(let play):
      play.settings.experiment.isRolledHere
        ? "Everyone \(play.settings.experiment.act), and one chart shows what the whole class got."
        : "Everyone types what their own die showed, and one chart shows what the whole class got."
    case .table: "Everyone rolls what they like, and all see it."
    case .match(let match): MatchWords.invitation(match)
    case .pairs: "Everyone plays Pig with whoever joins next, and with the computer until then."
    case .league: "Everyone writes a strategy for Pig, and all strategies meet each other."
    }
  }

  /// Returns a seat's name if names are hidden.
  static func seat(_ number: Int) -> String { "Seat \(number)" }

  static func seenAs(_ number: Int) -> String { "others read \(seat(number))" }

  static let host = "Host"
  static let hidden = "hidden"
  static let hold = "hold"
  static let noCode =
    "A code has six letters and digits, such as KFH-3QD, and never 0, O, 1, I or L."
  static let stale =
    "Nothing was done: the room had changed. Look at it, and press again if you still want to."
  static let deleted = "The room is deleted, with everything in it."
  static let guessHint = "The expectation stays hidden until you show it: it’s the answer."
  static let leagueGoal =
    "The goal of a league must be a whole number from \(PigLeague.goals.words)."
  static let nothingYet = "Nothing has happened yet."

  /// Returns the number of seats, for a wall before anything has happened.
  static func joined(_ seats: Int) -> String {
    switch seats {
    case 0: "Nobody has joined yet."
    case 1: "One is in."
    default: "\(seats) are in."
    }
  }

  /// Returns a sentence on lost events; `nil` if there are none.
  static func damage(_ missing: Int) -> String? {
    guard missing > 0 else { return nil }
    return """
      \(missing.counted("line", "lines")) of this room’s record can’t be read. What happened \
      there isn’t counted; everything else is.
      """
  }

  static func revealed(_ roll: HiddenRoll, by name: String) -> String {
    "\(name) revealed \(roll.expression.text): \(result(roll.roll, of: roll.expression, roll.notes))."
  }

  /// Returns the result: `13`, or `13, 12 and 9` for `3x(…)`.
  static func result(_ roll: PlayedRoll, of what: RollExpression, _ notes: RollNotes) -> String {
    2...mostTotals ~= notes.totals.count
      ? notes.totals.map(\.signedText).listed() : Experiment(what).name(of: roll.total)
  }

  /// The most totals; of more, only the sum is shown.
  private static let mostTotals = 10

  /// Returns the host's last question, and who has yet to answer it.
  static func asked(_ opened: OpenRoom, _ question: DiceTable.Question) -> String {
    func names(_ seats: [Int]) -> String {
      seats.count > mostNames
        ? seats.count.counted("seat", "seats")
        : seats.map { opened.name(of: $0, isHidden: false) }.listed()
    }
    let whom = question.seats.isEmpty ? "everyone" : names(question.seats)
    let waiting = opened.room.seats.filter { !$0.isRemoved && question.asks($0.number) }
    let left =
      waiting.isEmpty
      ? "Nobody is left to roll." : "Still to roll: \(names(waiting.map(\.number)))."
    return "You asked \(whom) for \(question.expression.text). \(left)"
  }

  /// The most names; further ones are counted.
  private static let mostNames = 5

  static let whichEvent = "Name the event that they are to guess about."
  static let noSecond = "Write a second experiment to compare with, or change the question."
  static let alone =
    "Craps, turns of Pig and your own dice can’t have a second experiment. Leave this empty."
  static let incomparable = """
    This can’t stand beside the first. Write other dice, with numbers or with the same words in the \
    same order, or leave it empty.
    """

  static let wrongWord = "A word has letters, digits and blanks, nothing else."
  static let needsLetter =
    "Numbers that are put back would be added up. Give one of them a letter, such as A1."
  static let colourless =
    "Numbers have no colours. Leave this on Automatic, or give one of them a letter, such as A1."
  static let tooFewWords = "Name at least two different words."
  static let tooManyDrawn = "There are too many ways to draw so many at once. Draw fewer."

  static func tooFew(_ count: Int) -> String {
    "There are only \(count.groupedText). Draw fewer, or put each back."
  }

  static func noEvent(of experiment: Experiment) -> String {
    guard experiment.words.isEmpty else {
      let words = experiment.wordsInDoubt.map(\.isolated).listed("or")
      return "The event must be one of the words: \(words)."
    }
    return """
      This can’t be the event. Write at least 10, at most 4, exactly 7, from 5 to 8, even or odd; for \
      a sum of two dice, doubles too.
      """
  }

  /// The reason for tallies whose number is rolled, or of far too many dice.
  static let noTallies =
    "A room can’t tell so many tallies apart. Fix the number of dice, or count one word, such as =heads."
  static let tooManyChoices =
    "There are too many tallies to choose a guess from. Count one word, or leave guesses off."
}

extension OpenRoom {
  /// Returns whether everybody but the host sees no names, on a wall or anywhere.
  func hidesNames(onWall: Bool) -> Bool {
    !room.switches.contains(.names) || onWall && !room.switches.contains(.watchNames)
  }

  /// Returns the match, or a seat's game in a room of pairs, with the names that may be seen; `nil`
  /// without one.
  func match(of seat: Int = 0, onWall: Bool) -> PigMatch? {
    let match: PigMatch
    switch room.play {
    case .match(let only): match = only
    case .pairs(let pairs):
      guard let index = pairs.index(of: seat) else { return nil }
      match = pairs.games[index].match
    default: return nil
    }
    return hidesNames(onWall: onWall) ? match.renamed(hidden) : match
  }

  /// Returns a player's name where names are hidden; the computer's stays.
  func hidden(_ name: String) -> String {
    room.seats.first { $0.name == name }.map { RoomWords.seat($0.number) } ?? name
  }

  /// Returns a seat's name on pages that others see, too.
  func name(of seat: Int, isHidden: Bool) -> String {
    guard seat > 0 else { return RoomWords.host }
    guard !isHidden, let name = room.seats.first(where: { $0.number == seat })?.name else {
      return RoomWords.seat(seat)
    }
    return name.isolated
  }

  /// Returns the number of the newest record that changes a seat's page, which others' games of
  /// pairs and strategies of a league don't.
  func number(for seat: Int?) -> Int {
    guard let seat, !isClosed else { return number }
    return switch room.play {
    case .pairs(let pairs): pairs.number(for: seat)
    case .league(let league): league.number(for: seat)
    default: number
    }
  }

  /// Returns the last news in one sentence for a wall or for a seat; `nil` if there is none worth
  /// telling.
  func said(to seat: Int = 0, onWall: Bool = false) -> String? {
    switch room.play {
    case .experiment(let play):
      let count = play.first.tally.rolls
      guard count > 0 else { return nil }
      let rolls = "\(count.groupedText) \(play.settings.experiment.unit(count))"
      let seats = play.first.parts.count.counted("seat", "seats")
      let compared = ExperimentWords.compared(play).map { " \($0)" } ?? ""
      return "\(rolls) so far, from \(seats).\(compared)"
    case .table(let table): return table.entries.last { !$0.isSecret }.map { said(of: $0, onWall) }
    case .match: return match(onWall: onWall).map { "\(MatchWords.headline($0))." }
    case .pairs(let pairs):
      return match(of: seat, onWall: onWall).map { "\(MatchWords.headline($0, for: seat))." }
        ?? PairsWords.said(pairs)
    case .league(let league): return LeagueWords.said(league, self, onWall: onWall)
    }
  }

  private func said(of entry: DiceTable.Entry, _ onWall: Bool) -> String {
    let name = name(of: entry.seat, isHidden: hidesNames(onWall: onWall))
    switch entry.what {
    case .rolled(let roll):
      let what = roll.label.isEmpty ? roll.expression.text : roll.label
      return
        "\(name) rolled \(what): \(RoomWords.result(roll.roll, of: roll.expression, roll.notes))."
    case .hidden(_, _, isRevealed: false): return "\(name) rolled something hidden."
    case .hidden(let roll, _, _): return RoomWords.revealed(roll, by: name)
    case .checked(let roll) where roll.sides != nil: return "\(roll.verdict.asSentence)."
    case .checked(let roll):
      return "\(roll.name.isEmpty ? RoomWords.host : roll.name.isolated) rolled \(roll.said)."
    }
  }
}
