import Testing

@testable import Games

@Suite struct OptimalPigTests {
  /// Neller and Presser, *Optimal Play of the Dice Game Pig*, UMAP Journal 25(1), 2004.
  @Test func `who begins wins with a chance of 0.530593`() {
    #expect(abs(OptimalPig.hundred.chance(need: 100, otherNeed: 100) - 0.530593) < 5e-7)
  }

  /// Own and other's score, turn total, then the chances after a roll and a hold; found by sweeping
  /// all states until nothing moved, in another program.
  @Test(arguments: [
    (41, 49, 22, 0.601274253, 0.602304702), (41, 49, 27, 0.655581994, 0.655364956),
    (41, 49, 28, 0.666157478, 0.667320245), (0, 0, 20, 0.619877670, 0.619256851),
    (50, 50, 20, 0.680538964, 0.674657320), (78, 99, 20, 0.844032941, 0.142857143),
    (0, 99, 30, 0.041375029, 0.007822332), (70, 20, 18, 0.945914965, 0.954284245),
  ])
  func `chances agree with value iteration`(
    own: Int, other: Int, turnTotal: Int, roll: Double, hold: Double
  ) throws {
    let advice = OptimalPig.hundred.advice(
      at: PigPosition(goal: 100, own: own, other: other, turnTotal: turnTotal))
    #expect(abs(advice.roll - roll) < 1e-9)
    #expect(abs(try #require(advice.hold) - hold) < 1e-9)
    #expect(advice.best == (roll > hold ? .roll : .hold))
  }

  /// The published method on a small goal, every position compared.
  @Test func `every position of a small goal agrees with value iteration`() {
    let goal = 12
    var table = Array(repeating: 0.0, count: goal * goal * goal)
    let chance = { (own: Int, other: Int, total: Int) in
      own + total >= goal ? 1 : table[(own * goal + other) * goal + total]
    }
    func choices(_ own: Int, _ other: Int, _ total: Int) -> (roll: Double, hold: Double) {
      let rolls = (2...6).map { chance(own, other, total + $0) }
      return (
        roll: (1 - chance(other, own, 0) + rolls.reduce(0, +)) / 6,
        hold: total > 0 ? 1 - chance(other, own + total, 0) : 0
      )
    }
    for _ in 0..<80 {
      for place in table.indices where place / goal / goal + place % goal < goal {
        let (roll, hold) = choices(place / goal / goal, place / goal % goal, place % goal)
        table[place] = max(roll, hold)
      }
    }
    for place in table.indices where place / goal / goal + place % goal < goal {
      let (own, other, total) = (place / goal / goal, place / goal % goal, place % goal)
      let (roll, hold) = choices(own, other, total)
      let advice = OptimalPig.hundred.advice(
        at: PigPosition(goal: goal, own: own, other: other, turnTotal: total))
      #expect(abs(advice.roll - roll) < 1e-12)
      #expect(abs((advice.hold ?? 0) - hold) < 1e-12)
    }
  }

  /// A bound that is proved, for every goal at once.
  ///
  /// Take the values of holds as given. Walking once round, v ↦ f(1 − g(1 − v)), rises by at most
  /// the product of both turns' chances to be lost. Both grow with the chance after a 1, so that the
  /// product of those at `margin` above is a bound for all v within `margin`. The true value is then
  /// no further than the residual over one minus the product, if that is within `margin` itself. A
  /// chance that is a mean of six others adds less than 7 roundings of half an ulp to five sixths of
  /// their error: below 42, and 84 for a walk round. The values of holds, wrong by at most e, move
  /// the value of the game by at most e: each play ends in one of them. So the bounds add up over
  /// the sums of both needs.
  @Test(arguments: [OptimalPig.hundred, .twoHundred])
  func `no chance is wrong by 1e-9`(optimal: OptimalPig) {
    let margin = 1e-9
    let rounding = 50 * Double.ulpOfOne
    var turn = OptimalTurn(longest: optimal.reach)
    var bound = 0.0
    for sum in 2...2 * optimal.reach {
      var worst = 0.0
      for own in max(1, sum - optimal.reach)...sum / 2 {
        let other = sum - own
        func play(_ need: Int, _ otherNeed: Int, afterOne: Double) -> (Double, slope: Double) {
          optimal.play(&turn, need: need, otherNeed: otherNeed, afterOne: afterOne)
          return (turn.chance, turn.slope)
        }
        let chance = optimal.chance(need: own, otherNeed: other)
        let reply = optimal.chance(need: other, otherNeed: own)
        let residuals = [
          play(own, other, afterOne: 1 - reply).0 - chance,
          play(other, own, afterOne: 1 - chance).0 - reply,
        ]
        let slope =
          play(own, other, afterOne: 1 - reply + margin).slope
          * play(other, own, afterOne: 1 - chance + margin).slope
        let error = (abs(residuals[0]) + abs(residuals[1]) + rounding) / (1 - slope)
        #expect(error < margin)
        worst = max(worst, error)
      }
      bound += worst
    }
    #expect(bound > 0 && bound < 1e-9)
  }

  @Test func `only what is needed matters, so goals share a table`() {
    for (own, other, total) in [(0, 0, 0), (3, 17, 9), (29, 5, 0), (10, 29, 13)] {
      let small = PigPosition(goal: 30, own: own, other: other, turnTotal: total)
      let large = PigPosition(goal: 100, own: own + 70, other: other + 70, turnTotal: total)
      #expect(OptimalPig(reach: 30).advice(at: small) == OptimalPig.hundred.advice(at: large))
    }
  }

  @Test(arguments: [10, 11, 99, 100, 101, 200])
  func `a goal finds a table that reaches it`(goal: Int) {
    #expect(OptimalPig.shared(goal: goal).reach >= goal)
  }

  @Test func `at a turn total of 0 there is no hold, and rolling is best`() {
    let advice = OptimalPig.hundred.advice(
      at: PigPosition(goal: 100, own: 30, other: 90, turnTotal: 0))
    #expect(advice.hold == nil)
    #expect(advice.best == .roll && advice.chance == advice.roll)
    #expect(advice.cost(of: .roll) == 0)
  }

  @Test(arguments: [10, 11, 50, 2_000_000])
  func `a hold that reaches the goal is certain, a roll is not`(turnTotal: Int) {
    let advice = OptimalPig.hundred.advice(
      at: PigPosition(goal: 100, own: 90, other: 90, turnTotal: turnTotal))
    let afterOne = 1 - OptimalPig.hundred.chance(need: 10, otherNeed: 10)
    #expect(advice.hold == 1)
    #expect(advice.best == .hold)
    #expect(abs(advice.roll - (5 + afterOne) / 6) < 1e-15)
    #expect(abs(advice.cost(of: .roll) - (1 - afterOne) / 6) < 1e-15)
  }
}
