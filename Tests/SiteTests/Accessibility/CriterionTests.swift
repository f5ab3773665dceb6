import Foundation
import Testing
import Visitors

@testable import Site

@Suite struct CriterionTests {
  @Test func `all 55 criteria of levels A and AA are there once, in order`() {
    let numbers = Criterion.all.map { $0.number.split(separator: ".").compactMap { Int($0) } }
    #expect(numbers.allSatisfy { $0.count == 3 })
    #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
    #expect(Criterion.all.filter { $0.level == .a }.count == 31)
    #expect(Criterion.all.filter { $0.level == .aa }.count == 24)
  }

  @Test func `each guideline has as many criteria as in the standard`() {
    let guidelines = Dictionary(grouping: Criterion.all) { $0.number.prefix(3) }
    // 4.1.1 is gone since version 2.2; those of level AAA are not counted.
    #expect(
      guidelines.mapValues(\.count) == [
        "1.1": 1, "1.2": 5, "1.3": 5, "1.4": 9, "2.1": 3, "2.2": 2, "2.3": 1, "2.4": 8, "2.5": 6,
        "3.1": 2, "3.2": 5, "3.3": 6, "4.1": 2,
      ])
  }

  @Test func `every test that a criterion names is there`() throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "EndToEnd")
    let sources = try FileManager.default.contentsOfDirectory(
      at: tests, includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == "py" }.map { try String(contentsOf: $0, encoding: .utf8) }
    #expect(sources.count > 40)
    for name in Set(Criterion.all.flatMap(\.tests)) {
      #expect(sources.contains { $0.contains("def \(name)(") }, "\(name)")
    }
  }

  @Test func `browsers are told that a room asks for a nickname`() {
    var visitor = Visitor()
    #expect(visitor.get("/room").text.contains("autocomplete=\"nickname\""))
  }

  @Test func `the statement and the report tell of each criterion, and of what falls short`() {
    var visitor = Visitor()
    let pages = ["/accessibility", "/accessibility/report"].map { visitor.get($0).text }
    for page in pages {
      for criterion in Criterion.all {
        #expect(page.contains("\(criterion.number) \(criterion.name)"), "\(criterion.number)")
      }
      for gap in Criterion.all.compactMap(\.gap) { #expect(page.contains(gap)) }
    }
    #expect(pages[1].components(separatedBy: "<td>Not applicable</td>").count - 1 == 7)
    #expect(pages[1].components(separatedBy: "<td>–</td>").count - 1 == 6)
  }
}
