import ArgumentParser
import Glibc
import Site
import Web

/// The command `dicehall generate OUT`, which writes pages without state as files for web servers.
struct Generate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Write the static site to a folder: pages, error pages and assets.")

  /// The amount of output.
  enum Report: EnumerableFlag {
    case quiet, verbose

    static func help(for report: Report) -> ArgumentHelp? {
      switch report {
      case .quiet: "Print nothing unless something fails."
      case .verbose: "Print the name of each file on standard error as soon as it is written."
      }
    }
  }

  @Argument(help: "Folder to write to.")
  var out: String

  @Flag(exclusivity: .exclusive)
  var report: Report?

  @OptionGroup var address: AddressOptions

  func validate() throws { try Files.check(out, of: "OUT") }

  func run() throws {
    let installation = try Installation()
    let site = try installation.site(address)
    let mount = try address.mount() ?? ""
    let assets = try installation.publicFiles()
    // Assets come before the pages that link to them.
    var files = assets.map { (path: $0.hashedPath, bytes: $0.bytes) }
    files.append(("assets/manifest.json", manifest(of: assets)))
    for route in site.generatedRoutes {
      // None of these pages depends on chance, time or a session.
      let response = site.respond(toStranger: Request(.get, route.path, mount: mount), now: 0)
      guard response.status == .ok else {
        throw Failure.broken("\(route.path): \(response.status.code) \(response.status.reason)")
      }
      files.append((route.file, response.body))
    }
    for page in ErrorPage.forWebServer {
      for audience in Audience.allCases {
        // One web server needs this ending even for programs; the other ignores it.
        files.append(
          ("\(audience.errorFolder)/\(page.code).html", try site.error(page, for: audience)))
      }
    }
    try write(files)
    if try address.origin() == nil { removeOld("sitemap.xml", "sitemap.xml.gz") }
  }

  /// Returns a manifest that maps each file of `Public` to its address.
  private func manifest(of assets: [PublicFile]) -> [UInt8] {
    JSON.object(assets.map { .init(name: $0.name, value: .string($0.hashedPath)) }).bytes
      + [UInt8(ascii: "\n")]
  }

  private func write(_ files: [(path: String, bytes: [UInt8])]) throws {
    var total = 0
    for (index, file) in files.enumerated() {
      try Files.write(file.bytes, to: "\(out)/\(file.path)")
      total += file.bytes.count
      if report == .verbose {
        printError("[\(index + 1)/\(files.count)] \(file.path) \(file.bytes.count)")
      }
      let compressed = Gzip.pays(for: file.path) ? try Gzip.compress(file.bytes) : file.bytes
      if compressed.count < file.bytes.count {
        try Files.write(compressed, to: "\(out)/\(file.path).gz")
      } else {
        removeOld("\(file.path).gz")
      }
    }
    if report != .quiet { print("wrote \(files.count) files, \(total) bytes, to \(out)") }
  }

  /// Removes files of an earlier run that a web server would still serve.
  private func removeOld(_ paths: String...) {
    for path in paths { unlink("\(out)/\(path)") }
  }
}

extension Route {
  /// The file of a generated page: `craps.html` for `/craps`.
  var file: String {
    if path == "/" { return "index.html" }
    return path.dropFirst() + (isPage ? ".html" : "")
  }
}
