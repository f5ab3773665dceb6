import CQRCode
import Cryptography
import FastCGI
import Glibc
import Mustache
import Site
import Storage

/// The program's folders `Templates`, `Public` and `Deploy`.
///
/// They are in a checkout or in the installation's `share/dicehall`.
struct Installation {
  let folder: String

  /// - Throws: `Failure` 66 if the folders are not found, 78 if they aren't where the operator says.
  init() throws(Failure) {
    if let folder = Environment.setting("HOME") {
      guard Files.isFolder("\(folder)/Templates") else {
        throw .misconfigured("DICEHALL_HOME \(folder): there is no folder Templates in it")
      }
      self.folder = folder
      return
    }
    var candidates: [String] = []
    if let program = realpath("/proc/self/exe", nil) {
      var place = Substring(String(cString: program))
      free(program)
      while let slash = place.lastIndex(of: "/") {
        place = place[..<slash]
        candidates += ["\(place)/share/dicehall", String(place)]
      }
    }
    guard let folder = candidates.first(where: { Files.isFolder("\($0)/Templates") }) else {
      throw .unreadable(
        "cannot find the folder Templates near the program; set DICEHALL_HOME to the folder that contains it"
      )
    }
    self.folder = folder
  }

  /// Returns the sources of all templates in a folder, including partials.
  func sources(in subfolder: String = "Templates") throws(Failure) -> [Source] {
    try Files.templates(in: "\(folder)/\(subfolder)")
  }

  /// - Throws: `Failure` 65 with file, line and column of a broken template.
  func templates() throws(Failure) -> Templates {
    let sources = try sources()
    do {
      return try Templates(sources: sources)
    } catch {
      throw .badData("\(error)")
    }
  }

  /// Returns the files of `Public` as they are served.
  func publicFiles() throws(Failure) -> [PublicFile] {
    var files: [PublicFile] = []
    for name in try Files.list("\(folder)/Public") {
      let bytes = try Files.read("\(folder)/Public/\(name)")
      let served = Minifier.shortens(name) ? Minifier.minified(bytes) : bytes
      files.append(PublicFile(name: name, bytes: served))
    }
    return files
  }

  /// Returns the site with this installation's templates and assets.
  func site(
    _ address: AddressOptions, storage: any StorageEngine = NoStorage(),
    limiter: RateLimiter? = nil, isCloudReadOnly: Bool = false,
    requestNumber: @escaping @Sendable () -> String? = { nil },
    report: @escaping @Sendable (any Error) -> Void = { _ in }
  ) throws(Failure) -> Site {
    let files = try publicFiles()
    let paths = files.map { ($0.name, "/" + $0.hashedPath) }
    return Site(
      hall, templates: try templates(),
      assets: Layout.Assets(
        paths: Dictionary(uniqueKeysWithValues: paths),
        drawings: files.filter { $0.name.hasSuffix(".svg") }.map(\.bytes)),
      base: try address.mount() ?? "", publicURL: try address.origin(),
      frames: try address.frames(),
      storage: storage, code: { QRCode(encoding: $0) }, pause: rest, background: workInBackground,
      limiter: limiter, isCloudReadOnly: isCloudReadOnly, requestNumber: requestNumber,
      report: report)
  }
}

/// A file that browsers fetch.
struct PublicFile {
  let name: String
  let bytes: [UInt8]

  /// The address with a content hash: `assets/dicehall.1f0c….css`.
  ///
  /// A changed file gets a new address, so browsers may cache each one forever.
  var hashedPath: String {
    let hash = hex(Array(SHA256.hash(bytes.span).prefix(8)))
    guard let dot = name.lastIndex(of: ".") else { return "assets/\(name).\(hash)" }
    return "assets/\(name[..<dot]).\(hash)\(name[dot...])"
  }
}

extension QRCode {
  /// Encodes a text with libqrencode; about a seventh of the squares may be unreadable.
  /// - Returns: `nil` if the text is empty or too long for a code (more than 2,331 bytes).
  init?(encoding text: String) {
    guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
    defer { QRcode_free(code) }
    let side = Int(code.pointee.width)
    // The lowest bit of each byte is set where the square is dark.
    let squares = UnsafeBufferPointer(start: code.pointee.data, count: side * side)
    self.init(side: side, isDark: squares.map { $0 & 1 == 1 })
  }
}
