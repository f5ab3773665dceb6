import Games
import Testing
import Visitors
import Web

@testable import Site

@Suite struct PigRulesTests {
  private let page: String = {
    var visitor = Visitor()
    return visitor.get("/rules/pig").text
  }()

  @Test func `every strategy is compared with every other`() {
    #expect(page.contains("wins 53.06% of the games"))
    #expect(
      page.contains(
        """
        <tr><th scope="row"><b>F</b> Optimal</th><td class="number">99.22</td>\
        <td class="number">57.15</td><td class="number">55.13</td><td class="number">54.70</td>\
        <td class="number">53.51</td><td class="number">53.06</td></tr>
        """))
    #expect(page.matches(of: /<tr><th scope="row"><b>[A-F]<\/b>/).count == 6)
  }

  @Test func `the picture covers every pair of scores once`() {
    var covered = Array(repeating: 0, count: 100 * 100)
    for band in PigPolicy.shared.bands {
      for run in band.path.matches(of: /M(\d+) (\d+)h(\d+)v1h-(\d+)z/) {
        let (x, y, width) = (Int(run.1) ?? 0, Int(run.2) ?? 0, Int(run.3) ?? 0)
        #expect(run.3 == run.4)
        for column in x..<x + width { covered[100 * y + column] += 1 }
      }
    }
    #expect(covered.allSatisfy { $0 == 1 })
    #expect(PigPolicy.shared.bands.allSatisfy { page.contains($0.path) })
  }

  @Test func `exceptions to a simple holding threshold are named`() {
    #expect(
      page.contains(
        "at 41 against 49 optimal play holds from 22 on, but rolls once more at exactly 27, 57 and 58."
      ))
  }

  @Test func `the table behind it agrees with the strategy`() throws {
    #expect(PigPolicy.shared.rows.count == 10)
    for row in PigPolicy.shared.rows {
      for (own, least) in zip(PigPolicy.scores, row.totals) {
        let holds = { (total: Int) in
          PigStrategy.optimal.holds(
            at: PigPosition(goal: 100, own: own, other: row.other, turnTotal: total))
        }
        #expect(holds(least), "\(own) \(row.other)")
        #expect((2..<least).allSatisfy { !holds($0) }, "\(own) \(row.other)")
      }
    }
  }

  @Test func `the exception that the page names is a real one`() {
    let holds = (20...28).filter { total in
      PigStrategy.optimal.holds(
        at: PigPosition(goal: 100, own: 41, other: 49, turnTotal: total))
    }
    #expect(holds == [22, 23, 24, 25, 26, 28])
    #expect(page.contains("at 41 against 49 optimal play holds from 22 on"))
  }
}
