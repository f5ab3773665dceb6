import DiceLanguage
import Synchronization
import Testing
import Visitors
import Web

@testable import Site

/// Who is answered when.
@Suite struct OddsSolverTests {
  private func question(_ x: String) -> OddsQuestion {
    OddsQuestion(x: x)
  }

  /// A solver at which somebody else has a question while `2d6` is worked out.
  private final class BusySolver: Sendable {
    let solved = Mutex<[String]>([])
    let pauses = Mutex(0)
    let meanwhile = Mutex<(@Sendable (OddsSolver) -> Void)?>(nil)
    let solver = Mutex<OddsSolver?>(nil)
    /// How long each pause takes, in milliseconds.
    let pauseLength: Int

    init(pauseLength: Int = 5) { self.pauseLength = pauseLength }

    func open() -> OddsSolver {
      let made = OddsSolver(easySteps: 0) {
        self.pauses.withLock { $0 += 1 }
        return self.pauseLength
      } solve: { read throws(OddsRefusal) in
        self.solved.withLock { $0.append(read.question.x) }
        if read.question.x == "2d6", let work = self.meanwhile.withLock({ $0 }),
          let solver = self.solver.withLock({ $0 })
        {
          work(solver)
        }
        return try OddsAnswer(read)
      }
      solver.withLock { $0 = made }
      return made
    }
  }

  @Test(arguments: [(5, 40), (30, 7), (500, 1), (0, 200)])
  func `whoever comes while odds are worked out waits 200 ms, then is sent away`(
    pauseLength: Int, pauses: Int
  ) throws {
    let busy = BusySolver(pauseLength: pauseLength)
    let solver = busy.open()
    _ = try solver.answer(to: question("d6"))
    busy.meanwhile.withLock {
      $0 = { solver in
        #expect(throws: OddsRefusal.busy) { try solver.answer(to: question("d8")) }
        // What is known needs no turn.
        #expect((try? solver.answer(to: question("d6"))) != nil)
      }
    }
    #expect(try solver.answer(to: question("2d6")).total?.values.count == 11)
    #expect(busy.pauses.withLock { $0 } == pauses)
    #expect(try solver.answer(to: question("d8")).total?.values.count == 8)
    #expect(busy.solved.withLock { $0 } == ["d6", "2d6", "d8"])
  }

  @Test func `what takes too long goes on alone, and is there for whoever asks again`() throws {
    let left = Mutex<[@Sendable () -> Void]>([])
    let patience = Mutex<[Int]>([])
    let solver = OddsSolver(easySteps: 0) {
      5
    } background: { milliseconds, work in
      patience.withLock { $0.append(milliseconds) }
      left.withLock { $0.append(work) }
    }
    #expect(throws: OddsRefusal.unfinished) { try solver.answer(to: question("d6")) }
    #expect(throws: OddsRefusal.busy) { try solver.answer(to: question("d6")) }
    #expect(throws: OddsRefusal.busy) { try solver.answer(to: question("d8")) }
    left.withLock { $0.popLast() }?()
    #expect(try solver.answer(to: question("d6")).total?.values.count == 6)
    #expect(patience.withLock { $0 } == [400])
  }

  @Test func `what is easy takes nobody's turn`() throws {
    let solver = OddsSolver {
      Issue.record("waited")
      return 5
    } background: { _, _ in
      // Never done.
    }
    #expect(throws: OddsRefusal.unfinished) {
      try solver.answer(to: question("999d1000*999d1000"))
    }
    #expect(try solver.answer(to: question("4d6kh3")).total?.values.count == 16)
    let problem = #expect(throws: OddsRefusal.self) { try solver.answer(to: question("4d6k3h")) }
    #expect(problem?.isUnreadable == true)
  }

  @Test func `chances beside a roll and questions don't wait for each other`() throws {
    let busy = BusySolver()
    let solver = busy.open()
    busy.meanwhile.withLock {
      $0 = { solver in #expect(solver.rollOdds(of: "d8", easySteps: 10)?.chances != nil) }
    }
    #expect(try solver.answer(to: question("2d6")).total?.values.count == 11)
    let hard = solver.rollOdds(of: "9d6", easySteps: 10) {
      // Only one that isn't easy is worked out at a time.
      let other = solver.rollOdds(of: "d9", easySteps: 10)
      #expect(other?.reading == "Roll 1 nine-sided die" && other?.chances == nil)
      #expect(solver.rollOdds(of: "d10")?.chances != nil)
      #expect((try? solver.answer(to: question("d12"))) != nil)
      return true
    }
    #expect(hard?.chances?.distribution.minimum == Rational(9))
    #expect(busy.pauses.withLock { $0 } == 0)
    #expect(
      solver.rollOdds(of: "d9")?.chances?.outlook(of: Rational(9))?.facts.map(\.chance.text) == [
        "1/9", "1/9", "1",
      ])
    #expect(solver.rollOdds(of: "d6!")?.reading.hasSuffix(", at most 100 extra dice a die") == true)
    // Known to the solver now, so nobody works it out again.
    #expect(try solver.answer(to: question("9d6")).total?.minimum == Rational(9))
    #expect(busy.solved.withLock { $0 } == ["2d6", "d12"])
  }

  @Test func `only chances that are neither known nor easy have to be admitted`() {
    let solver = BusySolver().open()
    var asked: [String] = []
    for (text, easySteps, mayPass) in [
      ("99d20+99", RollOdds.easySteps, false), ("9d6", 10, false), ("9d6", 10, true),
      ("9d6", 10, false), ("nonsense", 10, true),
    ] {
      let before = asked.count
      let odds = solver.rollOdds(of: text, easySteps: easySteps) {
        asked.append(text)
        return mayPass
      }
      #expect((odds == nil) == (text == "nonsense"))
      #expect((odds?.chances != nil) == (odds != nil && (mayPass || asked.count == before)))
    }
    #expect(asked == ["9d6", "9d6"])
  }

  @Test func `only the last answers are kept, refusals too`() throws {
    let busy = BusySolver()
    let solver = busy.open()
    let all = (1...OddsSolver.entries).map { "d\($0)" }
    let admitted = Mutex(0)
    for text in all + all {
      _ = try solver.answer(to: question(text)) { admitted.withLock { $0 += 1 } }
    }
    #expect(admitted.withLock { $0 } == all.count)
    _ = try solver.answer(to: question("d1"))
    #expect(throws: OddsRefusal.self) { try solver.answer(to: question("nonsense")) }
    #expect(throws: OddsRefusal.self) { try solver.answer(to: question("nonsense")) }
    _ = try solver.answer(to: question("d1"))
    // The one that nobody had asked for longest.
    _ = try solver.answer(to: question("d2"))
    #expect(busy.solved.withLock { $0 } == all + ["d2"])
  }
}

extension OddsAnswer {
  /// The chances of a number; `nil` for a tally.
  fileprivate var total: Distribution? {
    guard case .number(let answer) = self else { return nil }
    return answer.odds.total
  }
}
