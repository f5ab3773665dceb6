import Testing
import Visitors

@testable import Site

/// Templates and pages use the same names, both ways.
@Suite struct TemplatesTests {
  @Test func `every template fits its page, and every field of a page is used`() throws {
    #expect(site.checkTemplates() == [])
  }
}
