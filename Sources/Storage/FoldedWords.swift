/// The words of a text as searches compare them, without case and accents.
///
/// A word ends at a blank, a control character or a punctuation mark, so an emoji is part of one.
/// Combining marks and format characters are dropped. All engines share this, so they find the same
/// records.
package struct FoldedWords {
  /// The distinct words.
  package let words: Set<String>

  /// The number of letters of a word that are compared.
  static let longestWord = 32

  /// Reads the words of a text.
  package init(_ text: String) {
    var words: Set<String> = []
    var word = ""
    var length = 0
    func end() {
      if !word.isEmpty { words.insert(word) }
      word = ""
      length = 0
    }
    for scalar in text.unicodeScalars {
      for letter in scalar.properties.lowercaseMapping.unicodeScalars {
        switch letter.role {
        case .gap: end()
        case .mark: continue
        case .sign:
          for folded in letter.folded where length < Self.longestWord {
            word.unicodeScalars.append(folded)
            length += 1
          }
        }
      }
    }
    end()
    self.words = words
  }

  /// Every prefix of every word, including the words themselves.
  package var beginnings: Set<String> {
    var beginnings: Set<String> = []
    for word in words {
      var beginning = ""
      for scalar in word.unicodeScalars {
        beginning.unicodeScalars.append(scalar)
        beginnings.insert(beginning)
      }
    }
    return beginnings
  }

  /// The words that aren't prefixes of others: a name that matches the longer word matches both.
  package var distinct: [String] {
    // In this order, a word comes right before those that begin with it.
    let ordered = words.map { Array($0.unicodeScalars) }.sorted { $0.lexicographicallyPrecedes($1) }
    let isBeginning = zip(ordered, ordered.dropFirst()).map { $1.starts(with: $0) } + [false]
    return zip(ordered, isBeginning).filter { !$0.1 }.map { word, _ in
      String(String.UnicodeScalarView(word))
    }
  }
}

extension Unicode.Scalar {
  /// The role of a character in a word.
  fileprivate enum Role { case sign, mark, gap }

  fileprivate var role: Role {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: .mark
    case .control, .spaceSeparator, .lineSeparator, .paragraphSeparator, .connectorPunctuation,
      .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation:
      .gap
    default: .sign
    }
  }

  /// The form in which a small letter is compared.
  ///
  /// It is the base letter, the joined letters, or the parts of a Korean syllable, so that an
  /// unfinished syllable is a prefix, too.
  fileprivate var folded: [Unicode.Scalar] {
    guard 0xAC00...0xD7A3 ~= value else { return foldings[self] ?? [self] }
    // Unicode, chapter 3.12: 21 vowels, and 27 final consonants or none.
    let index = value - 0xAC00
    let parts = [0x1100 + index / 588, 0x1161 + index % 588 / 28, 0x11A7 + index % 28]
    return parts.prefix(index % 28 == 0 ? 2 : 3).compactMap(Unicode.Scalar.init)
  }
}

/// The compared forms of letters with accents and joined letters.
private let foldings: [Unicode.Scalar: [Unicode.Scalar]] = {
  var foldings: [Unicode.Scalar: [Unicode.Scalar]] = [:]
  for (base, variants) in accented + joined {
    for variant in variants.unicodeScalars { foldings[variant] = Array(base.unicodeScalars) }
  }
  return foldings
}()

/// Base letters with the small letters that Unicode 15 decomposes into the letter and marks.
///
/// Source: `UnicodeData`, field 5, code points up to 1FFF.
private let accented: [(String, String)] = [
  ("a", "àáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặ"),
  ("ae", "ǣǽ"),
  ("b", "ḃḅḇ"),
  ("c", "çćĉċčḉ"),
  ("d", "ďḋḍḏḑḓ"),
  ("e", "èéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ"),
  ("f", "ḟ"),
  ("g", "ĝğġģǧǵḡ"),
  ("h", "ĥȟḣḥḧḩḫẖ"),
  ("i", "ìíîïĩīĭįǐȉȋḭḯỉị"),
  ("j", "ĵǰ"),
  ("k", "ķǩḱḳḵ"),
  ("l", "ĺļľḷḹḻḽ"),
  ("m", "ḿṁṃ"),
  ("n", "ñńņňǹṅṇṉṋ"),
  ("o", "òóôõöōŏőơǒǫǭǿȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợ"),
  ("p", "ṕṗ"),
  ("r", "ŕŗřȑȓṙṛṝṟ"),
  ("s", "śŝşšșṡṣṥṧṩẛ"),
  ("t", "ţťțṫṭṯṱẗ"),
  ("u", "ùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự"),
  ("v", "ṽṿ"),
  ("w", "ŵẁẃẅẇẉẘ"),
  ("x", "ẋẍ"),
  ("y", "ýÿŷȳẏẙỳỵỷỹ"),
  ("z", "źżžẑẓẕ"),
  ("ʒ", "ǯ"),
  ("ʹ", "ʹ"),
  ("α", "άἀἁἂἃἄἅἆἇὰάᾀᾁᾂᾃᾄᾅᾆᾇᾰᾱᾲᾳᾴᾶᾷ"),
  ("ε", "έἐἑἒἓἔἕὲέ"),
  ("η", "ήἠἡἢἣἤἥἦἧὴήᾐᾑᾒᾓᾔᾕᾖᾗῂῃῄῆῇ"),
  ("ι", "ΐίϊἰἱἲἳἴἵἶἷὶίιῐῑῒΐῖῗ"),
  ("ο", "όὀὁὂὃὄὅὸό"),
  ("ρ", "ῤῥ"),
  ("υ", "ΰϋύὐὑὒὓὔὕὖὗὺύῠῡῢΰῦῧ"),
  ("ω", "ώὠὡὢὣὤὥὦὧὼώᾠᾡᾢᾣᾤᾥᾦᾧῲῳῴῶῷ"),
  ("ϒ", "ϓϔ"),
  ("а", "ӑӓ"),
  ("г", "ѓ"),
  ("е", "ѐёӗ"),
  ("ж", "ӂӝ"),
  ("з", "ӟ"),
  ("и", "йѝӣӥ"),
  ("к", "ќ"),
  ("о", "ӧ"),
  ("у", "ўӯӱӳ"),
  ("ч", "ӵ"),
  ("ы", "ӹ"),
  ("э", "ӭ"),
  ("і", "ї"),
  ("ѵ", "ѷ"),
  ("ә", "ӛ"),
  ("ө", "ӫ"),
  ("ا", "آأإ"),
  ("و", "ؤ"),
  ("ي", "ئ"),
  ("ہ", "ۂ"),
  ("ے", "ۓ"),
  ("ە", "ۀ"),
  ("क", "क़"),
  ("ख", "ख़"),
  ("ग", "ग़"),
  ("ज", "ज़"),
  ("ड", "ड़"),
  ("ढ", "ढ़"),
  ("न", "ऩ"),
  ("फ", "फ़"),
  ("य", "य़"),
  ("र", "ऱ"),
  ("ळ", "ऴ"),
  ("ড", "ড়"),
  ("ঢ", "ঢ়"),
  ("য", "য়"),
  ("ਖ", "ਖ਼"),
  ("ਗ", "ਗ਼"),
  ("ਜ", "ਜ਼"),
  ("ਫ", "ਫ਼"),
  ("ਲ", "ਲ਼"),
  ("ਸ", "ਸ਼"),
  ("ଡ", "ଡ଼"),
  ("ଢ", "ଢ଼"),
  ("ཀ", "ཀྵ"),
  ("ག", "གྷ"),
  ("ཌ", "ཌྷ"),
  ("ད", "དྷ"),
  ("བ", "བྷ"),
  ("ཛ", "ཛྷ"),
  ("ဥ", "ဦ"),
]

/// Letters without a decomposition that are often typed as others.
private let joined: [(String, String)] = [
  ("ae", "æ"), ("b", "ƀ"), ("d", "đ"), ("d", "ð"), ("h", "ħ"), ("i", "ı"), ("l", "ł"), ("o", "ø"),
  ("oe", "œ"), ("s", "ſ"), ("ss", "ß"), ("t", "ŧ"), ("th", "þ"), ("σ", "ς"),
]
