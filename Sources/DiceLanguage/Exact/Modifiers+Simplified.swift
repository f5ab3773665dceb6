extension [Modifier] {
  /// The same without those that change no chance, and as far as possible with those in front
  /// that look at single dice.
  ///
  /// `count` is the number of dice, `nil` if that isn't certain.
  func simplified(count: Int?) -> [Modifier] {
    let needed = needed(most: count ?? Expression.Limits.diceOfTerm)
    // Where dice are told apart by their order, everything stays as it is.
    guard !needed.contains(.unique) else { return needed }
    var result: [Modifier] = []
    var window = count.map(Window.init)
    for modifier in needed {
      switch modifier {
      case .keep(let keep, let number) where window != nil: window?.keep(keep, number)
      case .keep(let keep, let number):
        guard case .keep(keep, let earlier) = result.last else {
          result.append(modifier)
          continue
        }
        let both = keep.drops ? earlier + number : Swift.min(earlier, number)
        result[result.count - 1] = .keep(keep, both)
      case .atLeast, .atMost:
        // The highest dice stay the highest, so it doesn't matter which comes first.
        let place = result.lastIndex { !$0.isKeep }.map { $0 + 1 } ?? 0
        result.insert(modifier, at: place)
      default:
        result += window?.modifiers ?? []
        window = modifier.bringsDice ? nil : window.map { Window($0.left) }
        result.append(modifier)
      }
    }
    return result + (window?.modifiers ?? [])
  }

  /// Leaves out what only changes how dice are shown, and `u` where a single die is left.
  private func needed(most: Int) -> [Modifier] {
    var dice = DiceCount(0...most)
    return filter { modifier in
      switch modifier {
      case .keep(let keep, let number): dice.keep(keep, number)
      case .explode where modifier.bringsDice: dice = DiceCount(0...Int(Int32.max))
      case .unique: return dice.range.upperBound > 1
      case .sort: return false
      default: break
      }
      return true
    }
  }
}

/// The dice that some keeps and drops in a row leave of a certain number of them: all but so many
/// at either end.
private struct Window {
  private(set) var left: Int
  private var lowest = 0
  private var highest = 0

  init(_ count: Int) { left = count }

  mutating func keep(_ keep: Modifier.Keep, _ number: Int) {
    let dropped =
      switch keep {
      case .keepHighest, .keepLowest: max(0, left - number)
      case .dropHighest, .dropLowest: min(number, left)
      }
    left -= dropped
    switch keep {
    case .keepHighest, .dropLowest: lowest += dropped
    case .keepLowest, .dropHighest: highest += dropped
    }
  }

  var modifiers: [Modifier] {
    var modifiers: [Modifier] = []
    if lowest > 0 { modifiers.append(.keep(.dropLowest, lowest)) }
    if highest > 0 { modifiers.append(.keep(.dropHighest, highest)) }
    return modifiers
  }
}

extension Modifier.Keep {
  fileprivate var drops: Bool { self == .dropHighest || self == .dropLowest }
}

extension Modifier {
  var isKeep: Bool { if case .keep = self { true } else { false } }

  fileprivate var bringsDice: Bool {
    if case .explode(let kind, _) = self { kind != .compound } else { false }
  }
}
