import Mustache
import Web

let searchRoutes: [Route] = [
  .page("/robots.txt") { visit in
    var text = "User-agent: *\nAllow: \(visit.request.mount)/\n"
    if let addresses = visit.addresses, addresses.isPublic {
      text += "Sitemap: \(addresses.page("/sitemap.xml"))\n"
    }
    return .file(type: "text/plain; charset=utf-8", name: nil, bytes: Array(text.utf8))
  },
  // Lists the pages that are the same for everybody (sitemaps.org, protocol 0.9).
  .page("/sitemap.xml") { visit in
    guard let addresses = visit.addresses, addresses.isPublic else { throw Refusal.noPage }
    let pages = visit.features.routes.filter { $0.presence != .dynamic && $0.isPage }
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
      \(pages.map { "<url><loc>\(addresses.page($0.path))</loc></url>" }.joined(separator: "\n"))
      </urlset>

      """
    return .file(type: "application/xml", name: nil, bytes: Array(text.utf8))
  }.withPublicURL,
]
