import ArgumentParser
import Glibc
import Site
import Web

/// `dicehall generate OUT`: the pages that need no state, as files for a web server.
struct Generate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write the static site: pages, error pages, assets, and what is compressed of them.")

  @Argument(help: "Folder to write into.")
  var out: String

  @OptionGroup var address: AddressOptions

  func run() throws {
    let installation = try Installation()
    let site = try installation.site(address)
    let mount = try address.mount() ?? ""
    let assets = try installation.publicFiles()
    // Before the pages that name them.
    var files = assets.map { (path: $0.hashedPath, bytes: $0.bytes) }
    files.append(("assets/manifest.json", manifest(of: assets)))
    for route in Site.routes where route.presence != .dynamic {
      // No page of these depends on chance, time or a session.
      let response = site.respond(toStranger: Request(.get, route.path, mount: mount), now: 0)
      guard response.status == .ok else {
        throw Failure.broken("\(route.path): \(response.status.code) \(response.status.reason)")
      }
      files.append((route.file, response.body))
    }
    for page in ErrorPage.forWebServer {
      for audience in Audience.allCases {
        // One web server wants this ending for programs too, the other does not mind.
        files.append(
          ("\(audience.errorFolder)/\(page.code).html", try site.error(page, for: audience)))
      }
    }
    let origin = try address.origin()
    files += words(mount: mount, origin: origin)
    try write(files)
    if origin == nil { removeOld("sitemap.xml", "sitemap.xml.gz") }
  }

  /// What each file of `Public` is called.
  private func manifest(of assets: [PublicFile]) -> [UInt8] {
    var bytes: [UInt8] = []
    JSON.object(assets.map { .init(name: $0.name, value: .string($0.hashedPath)) })
      .write(to: &bytes)
    return bytes + [UInt8(ascii: "\n")]
  }

  /// What search engines read; absolute addresses need a public one.
  private func words(mount: String, origin: String?) -> [(path: String, bytes: [UInt8])] {
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

  /// Removes what an earlier run left and a web server would go on to show.
  private func removeOld(_ paths: String...) {
    for path in paths { unlink("\(out)/\(path)") }
  }
}

extension Route {
  /// Where a generated page lies: `craps.html` for `/craps`.
  var file: String {
    if path == "/" { return "index.html" }
    let name = path.dropFirst()
    return name.contains(".") ? String(name) : "\(name).html"
  }
}
