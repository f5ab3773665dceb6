extension [Modifier] {
  /// Returns the modifiers that matter, with those of single dice first if possible.
  ///
  /// `count` is the number of dice; `nil` if it isn't fixed.
  func simplified(count: Int?) -> [Modifier] {
    let needed = needed(most: count ?? Expression.Limits.diceOfTerm)
    // If the order of the dice matters, everything stays as it is.
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
        // The highest dice stay the highest, so the order doesn't matter.
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

  /// Returns the modifiers without those for display, and without `u` if a single die is left.
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

/// The part of a fixed number of dice that a series of keeps and drops leaves.
private struct Window {
  private(set) var left: Int
  private var lowest = 0
  private var highest = 0

  init(_ count: Int) { left = count }

  mutating func keep(_ keep: Modifier.Keep, _ number: Int) {
    let dropped = left - keep.left(number, of: left)
    left -= dropped
    if keep.keepsHighest { lowest += dropped } else { highest += dropped }
  }

  var modifiers: [Modifier] {
    var modifiers: [Modifier] = []
    if lowest > 0 { modifiers.append(.keep(.dropLowest, lowest)) }
    if highest > 0 { modifiers.append(.keep(.dropHighest, highest)) }
    return modifiers
  }
}

extension Modifier {
  var isKeep: Bool { if case .keep = self { true } else { false } }

  fileprivate var bringsDice: Bool {
    if case .explode(let kind, _) = self { kind != .compound } else { false }
  }
}
