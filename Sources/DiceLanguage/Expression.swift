/// A dice expression with a number as its value, which can be rolled and has exact chances.
///
/// An expression with a tally of words is a `TallyExpression`. The page `/rules/dice` describes the
/// language. Parsing refuses whatever breaks a rule, so rolling can't fail.
package struct Expression: Equatable, Sendable {
  /// The text as written, without blanks at either end.
  package let text: String
  /// The number of times that `root` is rolled, 2 to 20; `nil` without `6x(…)`.
  package let times: Int?
  package let root: Node
  /// The remarks at the end of the text.
  package let remarks: [String]

  /// The limits of the language.
  package enum Limits {
    /// The longest text, in Unicode scalars.
    package static let text = 200
    package static let nesting = 16
    /// The most dice of one term, before any explode.
    package static let diceOfTerm = 999
    /// The most dice of an expression, before any explode.
    package static let dice = 5_000
    package static let sides = 1...1_000
    package static let ownFaces = 100
    package static let ownFace = -1_000...1_000
    /// The allowed number of different words of one die or bag.
    package static let words = 2...52
    /// The most faces with words, or things in a bag.
    package static let wordFaces = 1_000
    /// The longest word, in characters.
    package static let word = 20
    /// The numbers allowed for `min` and `max`, so that sums stay far below a machine word.
    package static let limit = -1_000_000...1_000_000
    package static let digits = 20
    package static let times = 2...20
    /// The longest remark, in characters.
    package static let remark = 60
    /// The allowed limits on the extra dice of one exploding die.
    package static let cap = 0...1_000
    package static let defaultCap = 100
    /// The most rerolls shown before the face is drawn from those still allowed.
    package static let rerolls = 100
    /// The most draws of a roll that are kept so that it can be replayed.
    package static let draws = 100
  }
}

/// A part of an expression that has one value.
package indirect enum Node: Equatable, Sendable {
  case number(Rational)
  case dice(Dice)
  case group(Group)
  case negative(Node)
  case operation(Operator, Node, Node)
  /// A function of at least one argument, and of exactly one unless it takes several.
  case function(Function, [Node])

  package enum Operator: String, Sendable {
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
  }

  package enum Function: String, CaseIterable, Sendable {
    case floor, ceil, round, abs, min, max

    package var takesSeveral: Bool { self == .min || self == .max }
  }
}

/// Equal dice and their modifiers.
package struct Dice: Equatable, Sendable {
  package enum Count: Equatable, Sendable {
    case number(Int)
    /// A value that is whole and in `0...999`, whatever is rolled.
    case rolled(Node)
  }

  package let count: Count
  package let die: Die
  /// The modifiers in the order in which they apply.
  package let modifiers: [Modifier]
  package let remarks: [String]
}

/// A kind of die; all its faces are equally likely.
package enum Die: Equatable, Sendable {
  /// A die with faces from 1 to this number, in `1...1000`; not 66.
  case sides(Int)
  /// A die with the faces −1, 0 and 1.
  case fudge
  /// Two six-sided dice read as tens and ones, 11 to 66.
  case tensAndOnes
  /// A die with 1 to 100 custom faces, as written; a repeated face is more likely.
  case own([Int])
  /// A die with words on its faces; the value of a face is its word's place.
  case words(WordList)
  /// Draws without replacement from a bag of things with words; values are places, too.
  case bag(WordList)

  package var faces: [Int] {
    switch self {
    case .sides(let count): Array(1...count)
    case .fudge: [-1, 0, 1]
    case .tensAndOnes: (1...6).flatMap { tens in (1...6).map { tens * 10 + $0 } }
    case .own(let faces): faces
    case .words(let list), .bag(let list): list.places
    }
  }

  /// The die as written: `d6`, `dF`, `d{0,1}`.
  package var name: String {
    switch self {
    case .sides(let count): "d\(count)"
    case .fudge: "dF"
    case .tensAndOnes: "d66"
    case .own(let faces): "d{\(faces.map(String.init).joined(separator: ","))}"
    case .words(let list): "d{\(list.text)}"
    case .bag(let list): "{\(list.text)}"
    }
  }

  /// The words that the faces' values stand for; `nil` if values are numbers.
  package var words: WordList? {
    switch self {
    case .words(let list), .bag(let list): list
    case .sides, .fudge, .tensAndOnes, .own: nil
    }
  }

  /// Returns the word that a value stands for, or `nil` if values are numbers.
  package func word(of value: Int) -> String? { words?[value] }

  package var highest: Int { faces.max() ?? 0 }
}

/// Totals that are treated like the dice of one roll.
package struct Group: Equatable, Sendable {
  /// The members, at least one.
  package let members: [Node]
  /// The modifiers, only `keep`, `count` and `sort`.
  package let modifiers: [Modifier]
  package let remarks: [String]
}

/// The faces that a modifier applies to.
package struct Condition: Equatable, Sendable {
  package enum Relation: String, Sendable {
    case atLeast = ">="
    case above = ">"
    case atMost = "<="
    case below = "<"
    case equal = "="

    /// Returns whether the first number has this relation to the second.
    func holds<Number: Comparable>(_ left: Number, _ right: Number) -> Bool {
      switch self {
      case .atLeast: left >= right
      case .above: left > right
      case .atMost: left <= right
      case .below: left < right
      case .equal: left == right
      }
    }
  }

  package let relation: Relation
  package let number: Int

  package func holds(for value: Int) -> Bool { relation.holds(value, number) }

  func holds(for value: Rational) -> Bool { relation.holds(value, Rational(number)) }
}

/// A rule for what happens to dice after they are rolled.
package enum Modifier: Equatable, Sendable {
  case keep(Keep, Int)
  /// Dice that meet the condition roll extra dice.
  case explode(Explosion, Condition)
  case reroll(Reroll, Condition)
  /// Dice are rerolled until all are different.
  case unique
  case atLeast(Int)
  case atMost(Int)
  /// The value is the number of dice that meet the first condition, minus those meeting the second.
  case count(Condition, failing: Condition?)
  case sort(descending: Bool)

  package enum Keep: String, Sendable {
    case keepHighest = "kh"
    case keepLowest = "kl"
    case dropHighest = "dh"
    case dropLowest = "dl"

    var keepsHighest: Bool { self == .keepHighest || self == .dropLowest }
    var drops: Bool { self == .dropHighest || self == .dropLowest }

    /// Returns how many of `count` dice stay if `number` are kept or dropped.
    func left(_ number: Int, of count: Int) -> Int {
      drops ? max(0, count - number) : min(number, count)
    }
  }

  package enum Explosion: String, Sendable {
    case repeatedly = "!"
    case once = "!o"
    case compound = "!!"
    case penetrate = "!p"
  }

  package enum Reroll: String, Sendable {
    case untilItStops = "r"
    case once = "ro"
    case onceAndAdd = "ra"
  }
}
