/// Makes up small expressions of every kind.
struct RandomExpressions<Random: RandomNumberGenerator> {
  private var random: Random

  init(_ random: Random) { self.random = random }

  mutating func next() -> String {
    switch number(0...9) {
    case 0: "\(dice())\(pick(["+", "-", "*"]))\(pick([dice(), "2", "-3"]))"
    case 1: "\(dice())/\(pick(["2", "-3", "d2"]))"
    case 2: "\(pick(["floor", "ceil", "round", "abs"]))(\(dice())/\(pick(["2", "-2"])))"
    case 3: "\(pick(["min", "max"]))(\(dice()),\(dice()))"
    case 4, 5: group()
    case 6: "\(number(2...3))x(\(pick(["d4", "d3!", "2d2kh1", "d{0,2}"])))"
    case 7: "(d\(number(1...3))\(pick(["", "-1"])))d\(number(2...3))\(modifiers())"
    default: dice()
    }
  }

  private mutating func group() -> String {
    let members = (0..<number(1...3)).map { _ in
      pick(["d2", "d3", "2d2", "d3/2", "d4-2", "d3!", "2d3kh1", "1"])
    }
    let group = "{\(members.joined(separator: ","))}"
    var modifiers = ""
    for _ in 0..<number(0...2) {
      modifiers += "\(pick(["kh", "kl", "dh", "dl"]))\(number(0...3))"
    }
    if number(0...2) == 0 { modifiers += pick([">=2", "<2", "=1f2", ">0f<=0", "<=1"]) }
    return group + modifiers
  }

  private mutating func dice() -> String {
    // More dice of few sides, so that several are dropped at either end.
    if number(0...7) == 0 {
      return pick(["2d{a,b*2}=b", "3d{a,b,c}=a", "2 from {a*2,b}=a", "(d2)d{a,b}=b"])
    }
    guard number(0...3) > 0 else { return "\(number(4...6))\(pick(["d2", "d3"]))\(modifiers())" }
    let die = pick(["d2", "d3", "d3", "d4", "dF", "d{0,0,1}", "d{1,3}"])
    return "\(number(1...3))\(die)\(modifiers())"
  }

  private mutating func modifiers() -> String {
    var text = ""
    for _ in 0..<number(0...3) { text += modifier() }
    if number(0...2) == 0 { text += pick([">=2", ">1", "=1", "<2f2", ">=2f1", "<=1f>=2"]) }
    return text
  }

  private mutating func modifier() -> String {
    switch number(0...9) {
    case 0...2: "\(pick(["kh", "kl", "dh", "dl", "k"]))\(number(0...3))"
    case 3...5:
      "\(pick(["!", "!o", "!!", "!p"]))\(pick(["", ">=2", "=1", ">2", "<1"]))"
    case 6, 7: "\(pick(["r", "ro", "ra"]))\(pick(["1", "<2", ">=3", "=2"]))"
    case 8: pick(["min2", "max2", "s", "sd"])
    default: "u"
    }
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  private mutating func pick(_ texts: [String]) -> String {
    texts[number(0...texts.count - 1)]
  }
}
