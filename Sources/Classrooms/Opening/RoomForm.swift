import DiceLanguage
import Games
import Rooms
import Site
import Web

/// The choices for a new room.
///
/// A missing setting has its default.
struct RoomForm {
  let settings: RoomSettings
  /// The switches that are off from the start.
  let switchedOff: Set<RoomSwitch>
  /// The days from the last act to the last day.
  let keptDays: Int

  /// - Throws: `Problem` with all mistakes and the form, to show it again.
  init(_ sent: Form, knowing expectation: @escaping (Experiment) -> Expectation?) throws(Problem) {
    var reader = Reader(form: RoomForm.spelledOut(sent), expectation: expectation)
    let kind = reader.choice(RoomSetting.kind, isNeeded: true)
    let chosen = reader.settings(kind)
    let isShown = reader.choice(RoomSetting.showExpectation) != "no"
    // Both players know each other's names.
    let hasNames = kind == "match" || reader.choice(RoomSetting.names) != "no"
    // Anybody who sees the expectation has nothing left to guess.
    let isGuessed = kind == "experiment" && reader.choice(RoomSetting.guess) != "no"
    let keepsBack = kind == "experiment" && !isShown || isGuessed
    switchedOff = Set((hasNames ? [] : [.names]) + (keepsBack ? [.expectation] : []))
    keptDays = reader.number(RoomSetting.days)
    guard let chosen, reader.mistakes.isEmpty else {
      throw Problem(reader.mistakes, form: reader.form)
    }
    settings = chosen
  }

  /// Reads the questions to a class that starts over; without a question in the form, they stay.
  /// - Throws: `Problem` with all mistakes, above the forms.
  static func startingOver(
    _ form: Form, _ settings: ExperimentSettings
  ) throws(Problem) -> ExperimentSettings? {
    guard form[RoomSetting.guess.name] != nil else { return nil }
    var reader = Reader(form: form)
    let asked = reader.asked(
      of: settings.experiment, settings.second, rollsAtPress: settings.rollsAtPress,
      rollsOfSeat: settings.rollsOfSeat, colours: settings.colours)
    guard reader.mistakes.isEmpty else { throw Problem(reader.mistakes.map { .init($0.sentence) }) }
    return asked
  }

  /// Moves an expression in the field for an experiment's name to its own field.
  static func spelledOut(_ form: Form) -> Form {
    guard let experiment = form[RoomSetting.experiment.name], !experiment.isEmpty,
      !RoomSetting.experiment.words.contains(experiment)
    else { return form }
    let moved = [RoomSetting.experiment.name, RoomSetting.expression.name]
    return Form(
      form.leavingOut(moved).fields + [
        .init(name: moved[0], value: RoomSetting.dice), .init(name: moved[1], value: experiment),
      ])
  }

  /// A reader of settings that collects mistakes.
  struct Reader {
    let form: Form
    /// Returns an experiment's expectation, which may be cached.
    var expectation: (Experiment) -> Expectation? = { try? $0.expectation() }
    var mistakes: [Problem.Mistake] = []
  }
}

extension RoomForm.Reader {
  /// - Returns: `nil` with at least one mistake.
  mutating func settings(_ kind: String) -> RoomSettings? {
    switch kind {
    case "table": return .table
    case "match":
      return .match(goal: number(RoomSetting.goal), coach: Coach(word: choice(RoomSetting.coach)))
    case "pairs":
      let goal = number(RoomSetting.goal)
      let strategy = PigStrategy(word: choice(RoomSetting.computer)) ?? PigState.defaultStrategy
      let coach = Coach(word: choice(RoomSetting.coach))
      do throws(RoomRefusal) {
        return .pairs(try PigPairs.Settings(goal: goal, coach: coach, strategy: strategy))
      } catch {
        mistakes.append(.init(strategy.unsuited(to: goal), field: RoomSetting.goal.name))
        return nil
      }
    case "league":
      let goal = number(RoomSetting.goal)
      guard PigLeague.goals ~= goal else {
        mistakes.append(.init(RoomWords.leagueGoal, field: RoomSetting.goal.name))
        return nil
      }
      return .league(goal: goal)
    default:
      let experiment = experiment()
      let rolls = experiment?.isRolledHere == false ? 1 : Int(choice(RoomSetting.rollsAtAPress))
      let most = number(RoomSetting.rollsASeat)
      guard let experiment, let rolls else { return nil }
      let second = second(beside: experiment)
      return asked(
        of: experiment, second, rollsAtPress: rolls, rollsOfSeat: most,
        colours: colours(of: experiment)
      ).map { .experiment($0) }
    }
  }

  /// Reads the question to a class, and the event to watch.
  mutating func asked(
    of experiment: Experiment, _ second: Experiment?, rollsAtPress: Int, rollsOfSeat: Int,
    colours: [ThingColour?]
  ) -> ExperimentSettings? {
    let guessing = Guessing(word: choice(RoomSetting.guess))
    let text = (form[RoomSetting.event.name] ?? "").trimmingBlanks
    let event = ExperimentEvent(text, of: experiment)
    let wrong = [experiment, second].compactMap(\.self).first {
      ExperimentEvent(text, of: $0) == nil
    }
    if !text.isEmpty, let wrong {
      mistakes.append(
        .init(RoomWords.noEvent(of: wrong), field: RoomSetting.event.name, input: text))
    }
    let wanted = Question(rawValue: choice(RoomSetting.question)) ?? .mean
    let isAlone = second == nil && (form[RoomSetting.second.name] ?? "").trimmingBlanks.isEmpty
    if guessing != .none, wanted == .likelier, isAlone {
      mistakes.append(.init(RoomWords.noSecond, field: RoomSetting.second.name))
    }
    let questions = experiment.questions(beside: second)
    let question = questions.contains(wanted) ? wanted : questions[0]
    if guessing != .none, experiment.needsEvent(for: question), text.isEmpty {
      mistakes.append(.init(RoomWords.whichEvent, field: RoomSetting.event.name))
    }
    if guessing != .none, question == .mostFrequent, !experiment.isGuessable {
      mistakes.append(.init(RoomWords.tooManyChoices, field: RoomSetting.guess.name))
    }
    guard mistakes.isEmpty else { return nil }
    do throws(RoomRefusal) {
      return try ExperimentSettings(
        experiment, second: second, rollsAtPress: rollsAtPress, rollsOfSeat: rollsOfSeat,
        guessing: guessing, question: guessing == .none ? nil : question, event: event,
        colours: colours)
    } catch {
      mistakes.append(.init(error.sentence))
      return nil
    }
  }

  private mutating func experiment() -> Experiment? {
    switch choice(RoomSetting.experiment) {
    case "craps-first-rolls": return .crapsFirstRolls
    case "craps-games": return .crapsGames
    case "pig-turns": return .pigTurns(holdAt: number(RoomSetting.holdAt))
    case "own-dice": return .ownDice(faces: number(RoomSetting.faces))
    case "coins":
      let count = number(RoomSetting.coins)
      let text = count == 1 ? "d{heads,tails}" : "\(count)d{heads,tails}=heads"
      return experiment(of: text, at: RoomSetting.coins)
    case "spinner":
      return words().flatMap { experiment(of: "d{\($0.faces)}", at: RoomSetting.words[0].word) }
    case "bag":
      let first = RoomSetting.words[0].word
      guard let things = words() else { return nil }
      guard !things.areNumbers || choice(RoomSetting.putBack) == "no" else {
        mistakes.append(
          .init(RoomWords.needsLetter, field: first.name, input: things.words[0].text))
        return nil
      }
      return drawn(things.starred, outOf: things.count, at: first)
    case "cards":
      let face = CardFace(rawValue: choice(RoomSetting.pack)) ?? .colour
      return drawn(face.words, outOf: CardFace.pack, at: RoomSetting.drawn)
    default: break
    }
    return experiment(RoomSetting.expression)
  }

  /// Reads the second experiment; `nil` if it is empty or wrong.
  private mutating func second(beside first: Experiment) -> Experiment? {
    let option = RoomSetting.second
    guard let text = form[option.name], !text.trimmingBlanks.isEmpty else { return nil }
    guard first.isWritten else {
      mistakes.append(.init(RoomWords.alone, field: option.name, input: text))
      return nil
    }
    guard let second = experiment(option) else { return nil }
    guard first.isComparable(with: second) else {
      mistakes.append(.init(RoomWords.incomparable, field: option.name, input: text))
      return nil
    }
    // Opening a room checks this too, but can't tell which of the two is at fault.
    if expectation(second) != nil { return second }
    do throws(RoomRefusal) {
      _ = try second.expectation()
      return second
    } catch {
      mistakes.append(.init(error.sentence, field: option.name, input: text))
      return nil
    }
  }

  /// Reads dice in the dice language.
  private mutating func experiment(_ option: EmbedOption) -> Experiment? {
    let text = form[option.name] ?? option.defaultValue
    do throws(ExpressionError) {
      let expression = try RollExpression(parsing: text)
      if case .tally(let tally) = expression, tally.tallies == nil {
        mistakes.append(.init(RoomWords.noTallies, field: option.name, input: text))
        return nil
      }
      return Experiment(expression)
    } catch {
      mistakes.append(.init(error, in: text, field: option.name))
      return nil
    }
  }

  mutating func choice(_ option: EmbedOption, isNeeded: Bool = false) -> String {
    let sent = form[option.name] ?? ""
    if sent.isEmpty, !isNeeded { return option.defaultValue }
    if option.words.contains(sent) { return sent }
    mistakes.append(
      .init("\(option.label): choose one from the list.", field: option.name, input: sent))
    return option.defaultValue
  }

  mutating func number(_ option: EmbedOption) -> Int {
    let fallback = Int(option.defaultValue) ?? 0
    guard let text = form[option.name], !text.isEmpty,
      case .number(let range, _) = option.kind
    else { return fallback }
    guard let typed = TypedNumber(text), !typed.wasRounded, range ~= typed.number else {
      let limits = "\(range.lowerBound.groupedText) to \(range.upperBound.groupedText)"
      mistakes.append(
        .init(
          "\(option.label) must be a whole number from \(limits).", field: option.name, input: text)
      )
      return fallback
    }
    return typed.number
  }
}

extension EmbedOption {
  /// The values of a choice.
  fileprivate var words: [String] {
    guard case .choice(let words) = kind else { return [] }
    return words.map(\.word)
  }
}

extension Guessing {
  fileprivate init(word: String) {
    self =
      switch word {
      case "yes": .secret
      case "first": .first
      default: .none
      }
  }

  /// The word in the form; only rooms of earlier releases have open guesses.
  var word: String {
    switch self {
    case .none: "no"
    case .open, .secret: "yes"
    case .first: "first"
    }
  }
}

extension Coach {
  fileprivate init(word: String) {
    self =
      switch word {
      case "after-game": .afterGame
      case "always": .always
      default: .off
      }
  }
}
