import ArgumentParser
import Games
import Web

/// The command `dicehall odds`, which prints exact chances of a game or of dice.
struct Odds: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "odds",
    abstract: "Print exact odds.",
    subcommands: [OddsCraps.self, OddsDice.self, OddsPig.self, OddsPigLeague.self])
}

/// The command `dicehall odds craps`: chances of a game and, with a balance, of a whole evening.
struct OddsCraps: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "craps", abstract: "Print the exact odds of Craps.")

  @Flag(help: "Print the result as JSON.")
  var json = false

  @Option(
    parsing: .unconditional,
    help: "Dollars to start with, a multiple of 5; needs --target and --ante.")
  var balance: Int?

  @Option(parsing: .unconditional, help: "Dollars to stop at.")
  var target: Int?

  @Option(parsing: .unconditional, help: "Dollars to bet on each game.")
  var ante: Int?

  func run() throws {
    let byPoint = CrapsOdds.points.map { ($0.point, $0.win) }
    let prospect = try prospect()
    guard json else {
      printTable(byPoint, prospect)
      return
    }
    let odds: JSON = [
      "win": .exact(CrapsOdds.win),
      "byPoint": .object(byPoint.map { .init(name: String($0.0), value: .exact($0.1)) }),
      "expectedRolls": .double(CrapsOdds.expectedRolls.value),
      "expectedChange": .double(CrapsOdds.expectedChange.value),
    ]
    let evening: JSON? = prospect.map {
      [
        "reachTarget": .double($0.reachTarget), "ruin": .double($0.ruin),
        "expectedGames": .double($0.expectedGames),
      ]
    }
    try printJSON(odds.adding(evening ?? [:]))
  }

  private func prospect() throws(Failure) -> CrapsProspect? {
    guard balance != nil || target != nil || ante != nil else { return nil }
    guard let balance, let target, let ante else {
      throw .badUsage("--balance, --target and --ante need each other")
    }
    do throws(CrapsProspect.InputError) {
      return try CrapsProspect(balance: balance, target: target, ante: ante)
    } catch {
      throw switch error {
      case .balance: .badUsage("--balance takes a multiple of 5 from 5 to 100000")
      case .target: .badUsage("--target takes 5 to 1000000")
      case .ante: .badUsage("--ante takes a multiple of 5, at most the balance and 500")
      }
    }
  }

  private func printTable(_ byPoint: [(Int, Fraction)], _ prospect: CrapsProspect?) {
    print("chance of winning  \(CrapsOdds.win)  \(CrapsOdds.win.value)")
    for (point, win) in byPoint {
      print("chance of winning with the point \(point)  \(win)  \(win.value)")
    }
    print("average number of rolls  \(CrapsOdds.expectedRolls.value)")
    print("average gain per dollar bet  \(CrapsOdds.expectedChange.value)")
    guard let prospect else { return }
    print("chance of reaching the target  \(prospect.reachTarget)")
    print("chance of going bankrupt  \(prospect.ruin)")
    print("average number of games until then  \(prospect.expectedGames)")
  }
}

extension JSON {
  /// Returns the shortest text that identifies the number exactly.
  static func double(_ number: Double) -> JSON { .number(String(number)) }

  fileprivate static func exact(_ fraction: Fraction) -> JSON {
    ["fraction": .string(fraction.description), "value": .double(fraction.value)]
  }
}
