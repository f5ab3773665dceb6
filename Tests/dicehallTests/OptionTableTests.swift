import ArgumentParser
import Foundation
import Testing

@testable import dicehall

/// The table of all options in the guide for operators.
@Suite struct OptionTableTests {
  /// The options of each command, without `--help` and `--version`.
  private func optionsOfCommands(
    _ command: any ParsableCommand.Type = Dicehall.self, _ path: [String] = []
  ) -> [String: Set<String>] {
    var found: [String: Set<String>] = [:]
    for command in command.configuration.subcommands {
      let path = path + [command._commandName]
      let help = command.helpMessage(columns: 1000)
      let options = help.matches(of: /\n  --([a-z-]+)/).map { String($0.1) }
      found[path.joined(separator: " ")] = Set(options).subtracting(["help", "version"])
      found.merge(optionsOfCommands(command, path)) { one, _ in one }
    }
    return found
  }

  private func guide() throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try String(contentsOf: root.appending(path: "docs/options.md"), encoding: .utf8)
  }

  @Test func `has every option of every command, and no other`() throws {
    let section = try #require(try guide().components(separatedBy: "## All options").last)
    var told: [String: Set<String>] = [:]
    for row in section.matches(of: /\n\| (`--[^|]*) \| ([^|]*) \|/) {
      for command in row.2.components(separatedBy: ", ") {
        let options = row.1.matches(of: /--([a-z-]+)/).map { String($0.1) }
        told[command, default: []].formUnion(options)
      }
    }
    let there = optionsOfCommands().filter { !$0.value.isEmpty }
    #expect(there["serve"]?.count ?? 0 > 20 && there["odds dice"] != nil)
    #expect(told == there)
  }

  @Test func `says every setting by its option, and names the two that have none`() throws {
    let section = try #require(try guide().components(separatedBy: "## All options").last)
    let options = try #require(optionsOfCommands()["serve"]).map {
      $0.uppercased().replacing("-", with: "_")
    }
    let alone = section.matches(of: /`DICEHALL_([A-Z_]+)`/).map { String($0.1) }
    #expect(Environment.settings.subtracting(options) == ["HOME", "WORKER"])
    #expect(Environment.settings.subtracting(options).isSubset(of: alone))
    #expect(Environment.settings.isSuperset(of: alone))
  }
}
