import DiceLanguage
import Mustache

/// What words are on.
package enum ThingKind { case coin, spinner, card, marble }

/// Words that came, as pictures: coins, a spinner, cards, or marbles from a bag.
package struct ThingPictures: Fielded {
  /// Of more, the words alone tell.
  private static let most = 12

  private let kind: ThingKind
  private let list: WordList
  /// Of each word.
  private let colours: [String]
  /// The places of the words that came.
  private let came: [Int]

  /// Creates the pictures of the words at these places of a list, in the colours chosen for them.
  /// - Returns: `nil` for no words or too many.
  package init?(_ kind: ThingKind, of list: WordList, _ colours: [ThingColour?] = [], came: [Int]) {
    guard 1...ThingPictures.most ~= came.count else { return nil }
    self.kind = kind
    self.list = list
    self.colours = list.colours(colours)
    self.came = came.filter { list[$0] != nil }
  }

  package static func declare(_ field: inout Fields<ThingPictures>) {
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

  /// What stands on a card of which only that is looked at.
  private static let suits = [
    "hearts": "♥", "diamonds": "♦", "clubs": "♣", "spades": "♠", "red": "♥♦", "black": "♣♠",
  ]

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

  /// The colour of the word; of a card that of its suit.
  private func fill(_ place: Int) -> String {
    guard kind == .card else { return colours[place] }
    let word = word(place).lowercased()
    let isRed = ["hearts", "diamonds", "red"].contains(word) || "hd".contains(word.suffix(1))
    return isRed ? "#b3261e" : "#1a1a1a"
  }
}

extension WordList {
  /// A colour for each word: the chosen one, else the one that it names, else one of its own; no two
  /// are alike unless somebody has chosen so.
  fileprivate func colours(_ chosen: [ThingColour?]) -> [String] {
    var colours = words.indices.map { chosen.indices ~= $0 ? chosen[$0] : nil }
    for (place, word) in words.enumerated() where colours[place] == nil {
      let named = word.text.lowercased().replacing("gray", with: "grey").split(separator: " ")
        .lazy.compactMap { ThingColour(rawValue: String($0)) }.first
      if let named, !colours.contains(named) { colours[place] = named }
    }
    var free = ThingColour.allCases.filter { !colours.contains($0) }.map(\.hexadecimal)[...]
    // Of many words each has a hue far from the last one’s.
    free += words.indices.map { "hsl(\(($0 * 137 + 60) % 360),55%,\(30 + $0 % 3 * 20)%)" }
    return colours.map { $0?.hexadecimal ?? free.popFirst() ?? "" }
  }
}

extension ThingColour {
  fileprivate var hexadecimal: String {
    switch self {
    case .red: "#c62828"
    case .blue: "#1f5fa8"
    case .yellow: "#f2c230"
    case .green: "#2e7d32"
    case .purple: "#7b3fa0"
    case .orange: "#e2711d"
    case .teal: "#3fb8ae"
    case .pink: "#e58fb1"
    case .brown: "#7a4a21"
    case .grey: "#8a8a8a"
    case .black: "#222222"
    case .white: "#ffffff"
    }
  }
}
