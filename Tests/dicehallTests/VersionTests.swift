import Foundation
import Testing

@testable import dicehall

/// The version in what is written by hand.
@Suite struct VersionTests {
  private func text(_ path: String) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  @Test func `is the program's`() throws {
    let version = Dicehall.version
    let package = try #require(try text("Deploy/debian/changelog").firstMatch(of: /\((.*?)\)/))
    #expect(package.1 == version)
    let release = try #require(try text("CHANGELOG.md").firstMatch(of: #/\n## (\d\S*) - /#))
    #expect(release.1 == version)
    let guide = try text("docs/installing.md").matches(of: /dicehall (\d+\.\d+\.\d+)/)
    #expect(Set(guide.map(\.1)) == [version[...]])
  }
}
