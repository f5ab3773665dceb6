import Games
import Testing

@testable import Rooms

@Suite struct ChiSquareTests {
  /// Degrees of freedom, statistic and the chance beyond it, from the NIST/SEMATECH e-Handbook of
  /// Statistical Methods, 1.3.6.7.4, with three decimals of the statistic.
  @Test(arguments: [
    (1, 2.706, 0.10), (1, 3.841, 0.05), (1, 6.635, 0.01), (1, 10.828, 0.001),
    (2, 4.605, 0.10), (2, 5.991, 0.05), (2, 9.210, 0.01), (2, 13.816, 0.001),
    (5, 9.236, 0.10), (5, 11.070, 0.05), (5, 15.086, 0.01), (5, 20.515, 0.001),
    (10, 15.987, 0.10), (10, 18.307, 0.05), (10, 23.209, 0.01), (10, 29.588, 0.001),
    (30, 40.256, 0.10), (30, 43.773, 0.05), (30, 50.892, 0.01), (30, 59.703, 0.001),
    (100, 118.498, 0.10), (100, 124.342, 0.05), (100, 135.807, 0.01), (100, 149.449, 0.001),
  ])
  func `critical values are those of the table`(degrees: Int, statistic: Double, chance: Double) {
    let computed = ChiSquare.upperTail(statistic, degreesOfFreedom: degrees)
    // Half a unit of the third decimal moves the chance by less than this.
    let tolerance: Double = 0.0007 * chance
    #expect(abs(computed - chance) < tolerance)
  }

  /// Degrees of freedom and the statistic beyond which 5 % lie, to all digits, from `qchisq` of R.
  @Test(arguments: [
    (1, 3.841458820694124), (2, 5.991464547107979), (3, 7.814727903251179),
    (5, 11.070497693516351), (10, 18.307038053275146), (30, 43.77297182574219),
    (100, 124.34211340400407), (999, 1073.6426506574246),
  ])
  func `five percent lie beyond the critical value`(degrees: Int, statistic: Double) {
    #expect(abs(ChiSquare.upperTail(statistic, degreesOfFreedom: degrees) - 0.05) < 1e-13)
  }

  /// For even degrees the chance is a sum of the Poisson distribution (DLMF 8.4.10).
  @Test(arguments: [2, 4, 10, 50, 200, 998])
  func `even degrees agree with the finite sum`(degrees: Int) {
    for tenth in 1...30 {
      let statistic = Double(degrees) * Double(tenth) / 10
      let mean = statistic / 2
      let share = Exponential.value(-mean / Double(degrees / 2))
      var (term, sum) = (1.0, 0.0)
      // The part of e⁻ˣ that a term hasn't got yet, so that none overflows.
      for index in 0..<degrees / 2 {
        var rest = 1.0
        for _ in 0..<(degrees / 2 - index) { rest *= share }
        sum += term * rest
        term *= mean / Double(index + 1) * share
      }
      let computed = ChiSquare.upperTail(statistic, degreesOfFreedom: degrees)
      #expect(abs(computed - sum) < 1e-11, "\(statistic)")
    }
  }

  /// Degrees of freedom, statistic and the chance beyond it, from `scipy.stats.chi2`.
  @Test(arguments: [
    (3_999, 3_999.0, 0.49702607979047375), (9_999, 9_999, 0.49811927192721916),
    (9_999, 9_000, 0.999999999999866), (9_998, 10_500, 0.00023526783084698786),
    (3_999, 4147.230012154244, 0.05), (9_999, 10232.737266236883, 0.05),
  ])
  func `thousands of degrees have their chances too`(
    degrees: Int, statistic: Double, chance: Double
  ) {
    let computed = ChiSquare.upperTail(statistic, degreesOfFreedom: degrees)
    #expect(abs(computed - chance) < 1e-9)
  }

  @Test func `one degree has the chances of the normal distribution`() {
    // erfc(√(x/2)), Abramowitz and Stegun, table 26.1: 2(1 − P(z)) at z = 1, 2, 3.
    for (deviations, chance) in [
      (1.0, 0.317310507862914), (2, 0.045500263896358), (3, 0.002699796063260),
    ] {
      let computed = ChiSquare.upperTail(deviations * deviations, degreesOfFreedom: 1)
      #expect(abs(computed - chance) < 1e-13)
    }
  }

  /// e⁻⁵⁰, 51 e⁻⁵⁰ and erfc(√50), to all digits.
  @Test(arguments: [
    (2, 1.9287498479639178e-22), (4, 9.83662422461598e-21), (1, 1.5239706048320995e-23),
  ])
  func `hardly any chance has its digits too`(degrees: Int, chance: Double) {
    let computed = ChiSquare.upperTail(100, degreesOfFreedom: degrees)
    #expect(abs(computed / chance - 1) < 1e-12)
  }

  @Test func `a chance falls from one to nothing`() {
    for degrees in 1...999 where degrees % 37 == 1 || degrees < 8 {
      #expect(ChiSquare.upperTail(0, degreesOfFreedom: degrees) == 1)
      #expect(ChiSquare.upperTail(1e9, degreesOfFreedom: degrees) == 0)
      let chances = stride(from: 0.0, through: 3, by: 0.05)
        .map { ChiSquare.upperTail($0 * Double(degrees), degreesOfFreedom: degrees) }
      #expect(zip(chances, chances.dropFirst()).allSatisfy { $0 >= $1 })
    }
  }

  @Test func `sixty rolls of a die are compared cell by cell`() throws {
    let test = try ChiSquare(
      counts: [5, 8, 9, 8, 10, 20], chances: Array(repeating: 1.0 / 6, count: 6))
    #expect(abs(test.statistic - 13.4) < 1e-12)
    #expect(test.degreesOfFreedom == 5)
    #expect(!test.isPooled)
    #expect(abs(test.pValue - 0.0199) < 1e-4)
  }

  @Test func `cells with an expectation below five are pooled`() throws {
    let chances = (2...12).map { Double(6 - abs($0 - 7)) / 36 }
    let test = try ChiSquare(counts: [0, 2, 3, 4, 5, 8, 5, 4, 3, 1, 1], chances: chances)
    #expect(test.cells.map(\.places) == [0..<3, 3..<5, 5..<6, 6..<7, 7..<11])
    #expect(test.cells.allSatisfy { $0.expected >= 5 })
    #expect(test.cells.reduce(0) { $0 + $1.count } == 36)
    let even = try ChiSquare(
      counts: (0..<36).map { $0 < 30 ? 1 : 0 }, chances: Array(repeating: 1.0 / 36, count: 36))
    #expect(even.cells.map(\.count) == [6, 6, 6, 6, 6, 0])
  }

  @Test func `no p-value before thirty rolls, for one cell, or for what cannot be`() {
    #expect(throws: ChiSquare.Refusal.tooFewRolls) {
      try ChiSquare(counts: [14, 15], chances: [0.5, 0.5])
    }
    #expect(throws: ChiSquare.Refusal.oneCell) {
      try ChiSquare(counts: [0, 30], chances: [0.01, 0.99])
    }
    #expect(throws: ChiSquare.Refusal.impossible) {
      try ChiSquare(counts: [1, 40], chances: [0, 1])
    }
  }

  @Test func `the band of a share narrows with the rolls`() {
    #expect(ShareBand(chance: 0.5, rolls: 0) == ShareBand(chance: 0.1, rolls: 0))
    let band = ShareBand(chance: 0.5, rolls: 100)
    #expect(abs(band.lowest - 0.402) < 1e-4)
    #expect(abs(band.highest - 0.598) < 1e-4)
    #expect(ShareBand(chance: 0.01, rolls: 10).lowest == 0)
  }

  /// Chance, rolls, and between which counts 95 % lie: from tables of the binomial distribution, such
  /// as P(X ≤ 5) = 0.0207 and P(X ≤ 14) = 0.9793 for 20 throws of a coin.
  @Test(arguments: [
    (0.5, 20, 6, 14), (0.5, 10, 2, 8), (0.25, 20, 2, 9), (0.1, 20, 0, 5), (0.9, 20, 15, 20),
    (0.5, 1, 0, 1), (0.0, 50, 0, 0), (1.0, 50, 50, 50), (0.0001, 20_000, 0, 5),
  ])
  func `the band of few rolls is that of tables`(chance: Double, rolls: Int, low: Int, high: Int) {
    let band = ShareBand(chance: chance, rolls: rolls)
    #expect(band.lowest == Double(low) / Double(rolls))
    #expect(band.highest == Double(high) / Double(rolls))
  }

  @Test func `the running mean keeps at most two hundred points`() {
    var line = RunningMean()
    for roll in 1...100_000 {
      line.add(Double(roll % 2))
      #expect(line.means.count <= 200)
    }
    #expect(line.rolls == 100_000)
    #expect(line.mean == 0.5)
    #expect(line.means.count == line.rolls / line.stride)
    #expect(line.means.count > 90)
  }
}
