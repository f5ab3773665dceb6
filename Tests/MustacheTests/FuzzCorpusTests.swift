import Checks
import Foundation
import Testing

/// The inputs that fuzzing starts from, and those with which it found something.
@Suite struct FuzzCorpusTests {
  private static let corpus = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fuzz/Corpus", directoryHint: .isDirectory)

  private func inputs(_ target: String) throws -> [ArraySlice<UInt8>] {
    let files = try FileManager.default.contentsOfDirectory(
      at: Self.corpus.appending(path: target), includingPropertiesForKeys: nil)
    #expect(files.count > 10, "nothing to test")
    return try files.map { try Array(Data(contentsOf: $0))[...] }
  }

  @Test func `any templates are compiled or refused at a place in them`() throws {
    for input in try inputs("parser") { try checkParser(input) }
  }

  @Test func `any templates show any data the same way each time`() throws {
    for input in try inputs("render") { try checkRender(input) }
  }

  @Test func `any expression is refused at a place in it, or rolled with a chance`() throws {
    for input in try inputs("expression") { try checkExpression(input) }
  }

  @Test func `any request is refused, or read within its limits`() throws {
    for input in try inputs("request") { try checkRequest(input) }
  }

  @Test func `any JSON is refused, or the same once it is written and read again`() throws {
    for input in try inputs("json") { try checkJSON(input) }
  }

  @Test func `any records are answered with records, and their requests are whole`() throws {
    for input in try inputs("records") { try checkRecords(input) }
  }

  @Test func `any stored file is refused, or the same once it is written again`() throws {
    for input in try inputs("stored") { try checkStored(input) }
  }

  @Test func `any lines of a room are left out, or lead to a room with a snapshot`() throws {
    for input in try inputs("room") { try checkRoom(input) }
  }
}
