import DiceLanguage
import Games

/// What is rolled: dice that can be chosen beside the field, or any other expression.
enum Formula: Equatable {
  case dice(DieStructure)
  case expression(Yield)

  /// - Throws: `ExpressionError` for a text that is neither.
  init(parsing text: String) throws(ExpressionError) {
    if let structure = try? DieStructure(notation: text) {
      self = .dice(structure)
    } else {
      self = .expression(try Yield(parsing: text))
    }
  }

  /// As people type it, with a hyphen for minus.
  var notation: String {
    switch self {
    case .dice(let structure): structure.notation
    case .expression(let expression): expression.text
    }
  }
}
