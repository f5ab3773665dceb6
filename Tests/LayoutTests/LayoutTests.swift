import Foundation
import Testing

/// Which module may import which: the build does not notice an import of a module that it reaches
/// through another.
@Suite struct LayoutTests {
  /// What each module may import.
  private static let arrows: [String: Set<String>] = [
    "Games": [],
    "DiceLanguage": ["BigInt"],
    "Mustache": ["Synchronization"],
    "Rooms": ["Games", "DiceLanguage"],
    "Web": [],
    "Cryptography": ["CNettle"],
    "LTI": ["Cryptography", "Storage", "Web"],
    "Storage": [],
    "Site": ["Games", "DiceLanguage", "Mustache", "Web", "Storage", "BigInt", "Synchronization"],
    "Classrooms": [
      "Games", "DiceLanguage", "Rooms", "Mustache", "Web", "Storage", "Cryptography", "LTI",
      "Site", "Synchronization",
    ],
    "Characters": [
      "Games", "DiceLanguage", "Rooms", "Mustache", "Web", "Storage", "Site", "Classrooms",
    ],
    "StoredSecrets": ["Storage", "Cryptography"],
    "FileStorage": [
      "Storage", "StoredSecrets", "Glibc", "CSQLite", "CDeflate", "Synchronization",
    ],
    "PostgresStorage": ["Storage", "StoredSecrets", "Glibc", "CPQ", "Synchronization"],
    "Copying": ["Storage", "Cryptography"],
    "FastCGI": ["Web", "CFCGI", "Glibc", "Logging", "Synchronization"],
    "dicehall": [
      "Games", "DiceLanguage", "Mustache", "Web", "Storage", "Site", "Classrooms", "Characters",
      "FileStorage",
      "PostgresStorage", "Copying", "FastCGI", "CDeflate", "CQRCode",
      "ArgumentParser", "Cryptography", "LTI", "Logging", "Glibc", "Synchronization",
    ],
  ]
  /// System libraries: a module map and no Swift.
  private static let libraries: Set<String> = [
    "CFCGI", "CSQLite", "CDeflate", "CNettle", "CQRCode", "CPQ",
  ]

  private static let sources = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources", directoryHint: .isDirectory)

  private func swiftFiles(of module: String) throws -> [URL] {
    let folder = LayoutTests.sources.appending(path: module, directoryHint: .isDirectory)
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }
      .map { folder.appending(path: $0) }
  }

  @Test func `every folder below Sources has its arrows`() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: LayoutTests.sources.path)
      .filter { !$0.hasPrefix(".") }
    #expect(Set(folders) == LayoutTests.libraries.union(LayoutTests.arrows.keys))
  }

  @Test(arguments: arrows.keys.sorted())
  func `a module imports only what it may`(module: String) throws {
    let files = try swiftFiles(of: module)
    #expect(!files.isEmpty, "nothing to test")
    let allowed = try #require(LayoutTests.arrows[module])
    for file in files {
      let wrong = Set(imports(of: try String(contentsOf: file, encoding: .utf8)))
        .subtracting(allowed)
      #expect(wrong.isEmpty, "\(file.lastPathComponent) imports \(wrong.sorted())")
    }
  }

  @Test(arguments: [
    ("FileStorage", ["StateOptions.swift"]),
    ("PostgresStorage", ["StateOptions.swift", "StoreCommand.swift"]),
  ])
  func `one file of the program chooses the storage engine`(engine: String, names: [String]) throws
  {
    let files = try swiftFiles(of: "dicehall").filter {
      imports(of: try String(contentsOf: $0, encoding: .utf8)).contains(engine)
    }
    #expect(files.map(\.lastPathComponent).sorted() == names)
  }

  @Test(arguments: libraries.sorted())
  func `a system library has no Swift`(library: String) throws {
    #expect(try swiftFiles(of: library).isEmpty)
  }
}
