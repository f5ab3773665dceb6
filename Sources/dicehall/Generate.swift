import ArgumentParser
import Glibc
import Site
import Web

/// `dicehall generate OUT`: writes the pages that need no state, as files for a web server.
struct Generate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write the static site: pages, error pages and assets, with compressed copies.")

  @Argument(help: "Folder to write into.")
  var out: String

  @OptionGroup var address: AddressOptions

  func run() throws {
    let installation = try Installation()
    let site = try installation.site(address)
    let mount = try address.mount() ?? ""
    let assets = try installation.publicFiles()
    // Assets come before the pages that refer to them.
    var files = assets.map { (path: $0.hashedPath, bytes: $0.bytes) }
    files.append(("assets/manifest.json", manifest(of: assets)))
    for route in Site.routes where route.presence != .dynamic {
      // None of these pages depends on chance, time or a session.
      let response = site.respond(toStranger: Request(.get, route.path, mount: mount), now: 0)
      guard response.status == .ok else {
        throw Failure.broken("\(route.path): \(response.status.code) \(response.status.reason)")
      }
      files.append((route.file, response.body))
    }
    for page in ErrorPage.forWebServer {
      for audience in Audience.allCases {
        // One web server needs this ending even for programs; the other doesn't mind.
        files.append(
          ("\(audience.errorFolder)/\(page.code).html", try site.error(page, for: audience)))
      }
    }
    let origin = try address.origin()
    files += searchFiles(mount: mount, origin: origin)
    try write(files)
    if origin == nil { removeOld("sitemap.xml", "sitemap.xml.gz") }
  }

  /// Maps each file of `Public` to its address.
  private func manifest(of assets: [PublicFile]) -> [UInt8] {
    JSON.object(assets.map { .init(name: $0.name, value: .string($0.hashedPath)) }).bytes
      + [UInt8(ascii: "\n")]
  }

  /// The files for search engines; the sitemap needs the public address.
  private func searchFiles(mount: String, origin: String?) -> [(path: String, bytes: [UInt8])] {
    var robots = "User-agent: *\nAllow: \(mount)/\n"
    guard let origin else { return [("robots.txt", Array(robots.utf8))] }
    robots += "Sitemap: \(origin)\(mount)/sitemap.xml\n"
    let pages = Site.routes.filter { $0.presence != .dynamic && $0.file.hasSuffix(".html") }
    let sitemap = """
      <?xml version="1.0" encoding="UTF-8"?>
      <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
      \(pages.map { "<url><loc>\(origin)\(mount)\($0.path)</loc></url>" }.joined(separator: "\n"))
      </urlset>

      """
    return [("robots.txt", Array(robots.utf8)), ("sitemap.xml", Array(sitemap.utf8))]
  }

  private func write(_ files: [(path: String, bytes: [UInt8])]) throws {
    var total = 0
    for (index, file) in files.enumerated() {
      try Files.write(file.bytes, to: "\(out)/\(file.path)")
      total += file.bytes.count
      printError("[\(index + 1)/\(files.count)] \(file.path) \(file.bytes.count)")
      let compressed = Gzip.pays(for: file.path) ? try Gzip.compress(file.bytes) : file.bytes
      if compressed.count < file.bytes.count {
        try Files.write(compressed, to: "\(out)/\(file.path).gz")
      } else {
        removeOld("\(file.path).gz")
      }
    }
    print("wrote \(files.count) files, \(total) bytes, to \(out)")
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
    let name = path.dropFirst()
    return name.contains(".") ? String(name) : "\(name).html"
  }
}
