/// Words on the faces of a die, or on things in a bag: 2 to 52 different ones, in the order given.
///
/// Words are the same if they differ only in case or in how their letters are encoded.
package struct WordList: Equatable, Sendable {
  package struct Word: Equatable, Sendable {
    /// The word as written, with single blanks inside.
    package let text: String
    /// The number of faces or things that have it, at least 1.
    package internal(set) var faces: Int
  }

  package private(set) var words: [Word] = []

  init() {}

  /// Reads the words in the `name` of a die; `nil` if it has numbers.
  package init?(ofDie name: String) {
    guard name.last == "}", let open = name.firstIndex(of: "{") else { return nil }
    let faces = name[name.index(after: open)...].dropLast().split(separator: ",")
    guard open == name.startIndex || faces.contains(where: { $0.contains(where: \.isLetter) })
    else { return nil }
    for face in faces {
      let parts = face.split(separator: "*")
      guard let word = parts.first else { return nil }
      add(String(word), faces: parts.count == 2 ? Int(parts[1]) ?? 1 : 1)
    }
  }

  /// The number of faces or things with words.
  package var faces: Int { words.reduce(0) { $0 + $1.faces } }

  /// The word at a place, if there is one.
  package subscript(place: Int) -> String? {
    words.indices ~= place ? words[place].text : nil
  }

  /// The place of each face's word.
  var places: [Int] {
    words.enumerated().flatMap { place, word in Array(repeating: place, count: word.faces) }
  }

  /// The list as written: `red*3,blue*2`.
  var text: String {
    words.map { $0.faces == 1 ? $0.text : "\($0.text)*\($0.faces)" }.joined(separator: ",")
  }

  /// Returns the place of a word, or `nil` if the list doesn't have it.
  package func place(of word: String) -> Int? {
    let folded = word.folded
    return words.firstIndex { $0.text.folded == folded }
  }

  /// Adds faces with a word; a repeated word is more likely.
  mutating func add(_ word: String, faces: Int) {
    if let place = place(of: word) {
      words[place].faces += faces
    } else {
      words.append(Word(text: word, faces: faces))
    }
  }
}

extension String {
  /// A form that is equal for all spellings that differ only in case.
  fileprivate var folded: String { uppercased().lowercased() }
}

/// The colour of a sector or a marble, for who is to tell them apart at a glance.
package enum ThingColour: String, CaseIterable, Sendable {
  case red, blue, yellow, green, purple, orange, teal, pink, brown, grey, black, white
}
