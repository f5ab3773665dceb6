import Testing

@Suite struct ImportsTests {
  @Test(
    arguments: [
      ("import Glibc", ["Glibc"]), ("  import Glibc // C", ["Glibc"]),
      ("@testable import Games", ["Games"]), ("@_spi(X) package import Web", ["Web"]),
      ("@preconcurrency\timport\tLogging", ["Logging"]), ("import struct Games.Craps", ["Games"]),
      ("public import func Glibc.read", ["Glibc"]), ("import Foundation.NSURL", ["Foundation"]),
      ("import A; import B", ["A", "B"]), ("import A\r\nimport B\n", ["A", "B"]),
      ("#if os(Linux)\n  import Glibc\n#endif", ["Glibc"]), ("import `struct`", ["`struct`"]),
    ] as [(String, [String])])
  func `import lines name their module`(source: String, modules: [String]) {
    #expect(imports(of: source) == modules)
  }

  @Test(arguments: [
    "", "import", "// import Foundation", "/// import Foundation", "let x = 1 // import Foundation",
    "let imports = 1", "canImport(Foundation)", "func f() { import }",
  ])
  func `other lines name none`(source: String) {
    #expect(imports(of: source).isEmpty)
  }
}
