import DiceLanguage
import Mustache
import Rooms

/// What a seat's last roll brought as pictures, if it was words: coins, a spinner, cards, or marbles
/// from a bag.
struct ThingPictures: Fielded {
  /// Of more, the words alone tell.
  private static let most = 12

  private let kind: Kind
  private let list: WordList
  /// The places of the words that came.
  private let came: [Int]

  private enum Kind { case coin, spinner, card, marble }

  /// - Returns: `nil` for dice with numbers, and before the first roll.
  init?(_ roll: PlayedRoll?, of experiment: Experiment) {
    guard let roll, case .words(let list) = experiment.diceFaces,
      1...ThingPictures.most ~= roll.dice.count
    else { return nil }
    self.list = list
    came = roll.dice.filter { list[$0] != nil }
    let words = list.words.map { $0.text.lowercased() }
    let isDraw = experiment.tally?.isDraw ?? false
    kind =
      switch true {
      case words == ["heads", "tails"]: .coin
      case CardFace.allCases.contains(where: list.isPack): .card
      case roll.dice.count == 1 && !isDraw: .spinner
      default: .marble
      }
  }

  static func declare(_ field: inout Fields<ThingPictures>) {
    field("isSpinner") { $0.kind == .spinner }
    // The middle of its sector comes to the top; SVG reads no minus sign of ours.
    field("turn") { things in
      (630 - things.middle(of: things.came.first ?? 0)).fixed(places: 1)
    }
    field.rows("sectors", { $0.kind == .spinner ? Array($0.list.words.indices) : [] }) { sector in
      sector("fill") { $1.fill($0) }
      sector("size") { $1.degrees($0).fixed(places: 1) }
      sector("start") { $1.start(of: $0).fixed(places: 1) }
    }
    field.rows("pieces", { $0.kind == .spinner ? [] : $0.came }) { piece in
      piece("isCard") { $1.kind == .card }
      piece("fill") { $1.kind == .coin ? "#e3c565" : $1.fill($0) }
      piece("mark") { $1.mark($0) }
    }
  }

  private func word(_ place: Int) -> String { list[place] ?? "" }

  /// What stands on a coin or a card.
  private func mark(_ place: Int) -> String? {
    switch kind {
    case .coin: word(place).prefix(1).uppercased()
    case .card:
      ThingPictures.suits[word(place).lowercased()] ?? String(word(place).prefix(3))
    case .spinner, .marble: nil
    }
  }

  /// Of a sector, clockwise.
  private func degrees(_ place: Int) -> Double {
    360 * Double(list.words[place].faces) / Double(list.faces)
  }

  private func start(of place: Int) -> Double { (0..<place).map(degrees).reduce(0, +) }

  private func middle(of place: Int) -> Double { start(of: place) + degrees(place) / 2 }

  /// The colour that is named in the word, or one of its own; of a card that of its suit.
  private func fill(_ place: Int) -> String {
    let word = word(place).lowercased()
    if kind == .card {
      let isRed = ["hearts", "diamonds", "red"].contains(word) || "hd".contains(word.suffix(1))
      return isRed ? "#b3261e" : "#1a1a1a"
    }
    let others = ThingPictures.others
    return word.split(separator: " ").lazy.compactMap { ThingPictures.colours[String($0)] }.first
      ?? others[place % others.count]
  }

  private static let suits = [
    "hearts": "♥", "diamonds": "♦", "clubs": "♣", "spades": "♠", "red": "♥♦", "black": "♣♠",
  ]
  private static let colours = [
    "red": "#c62828", "blue": "#1f5fa8", "green": "#2e7d32", "yellow": "#f2c230",
    "black": "#222222", "white": "#ffffff", "orange": "#e2711d", "purple": "#7b3fa0",
    "pink": "#e58fb1", "brown": "#7a4a21", "grey": "#8a8a8a", "gray": "#8a8a8a",
  ]
  private static let others = ["#1b7f79", "#d98e04", "#8e4585", "#4a6fa5", "#a33b20", "#5b7f1b"]
}
