import ArgumentParser
import Classrooms
import Glibc
import LTI
import Site
import Storage
import Web

/// The command `dicehall lti`, which registers learning platforms for LTI 1.3.
struct LTICommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lti",
    abstract: "Register learning platforms, such as Moodle and Canvas.",
    discussion: StatePlace.helpOnChanges,
    subcommands: [
      List.self, Add.self, Show.self, Keys.self, Remove.self, Rotate.self,
    ])

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the platforms.")

    @Flag(help: "Print the result as JSON.")
    var json = false

    @OptionGroup var state: StateOptions

    func run() throws {
      let place = try RegistryPlace(state)
      let platforms = try place.load()?.platforms ?? []
      if json { return try printJSON(.array(platforms.map(\.summary))) }
      guard !platforms.isEmpty else { return print("no learning platforms in \(place.store)") }
      for platform in platforms {
        print("\(platform.name)  \(platform.issuer)  client \(platform.clientID)")
      }
    }
  }

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Register a platform, or change one of that name.",
      discussion: "The platform shows all of this where the hall was added as a tool there.")

    @Argument(help: "Your own name for it, of letters, digits, dots and hyphens.")
    var name: String

    @Option(help: "How the platform names itself, such as https://moodle.school.example.")
    var issuer: String

    @Option(help: "How the platform names this hall.")
    var clientID: String

    @Option(help: "Where the platform has put the hall; may be repeated.")
    var deployment: [String]

    @Option(help: "The platform's authentication request URL.")
    var authorize: String

    @Option(help: "File with the platform's key set, as JSON; - reads standard input.")
    var keys: String

    /// The names that a seat may have.
    enum Names: String, ExpressibleByArgument, CaseIterable {
      case none, given
    }

    @Option(
      help: "Whether seats are offered the given names that the platform sends: none or given.")
    var names = Names.none

    @OptionGroup var state: StateOptions

    func run() throws {
      let place = try RegistryPlace(state)
      let platform = try registered(
        Platform(
          name: name, issuer: issuer, clientID: clientID, deployments: deployment,
          authorize: authorize, keys: KeySet(file: keys), givesNames: names == .given))
      try place.change { try $0.put(platform) }
      print("registered \(name) in \(place.store)")
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print what a platform's form asks for, and what is registered of one.",
      discussion: "The last part is a configuration as JSON, for platforms that take one.")

    @Argument(help: "The platform; for none, only what every platform asks for.")
    var name: String?

    @Option(
      help:
        "The hall's public address, such as https://dice.example or https://school.example/games.")
    var publicURL: String

    @OptionGroup var state: StateOptions

    func run() throws {
      guard let origin = WebOrigin(of: publicURL), publicURL.hasPrefix(origin.text) else {
        throw Failure.badUsage("--public-url takes an address such as https://dice.example")
      }
      let address = publicURL.hasSuffix("/") ? String(publicURL.dropLast()) : publicURL
      let place = try RegistryPlace(state)
      let platform = try name.flatMap { name in try place.load()?[name] }
      if let name {
        guard let platform else { throw place.missing(name) }
        for (name, value) in platform.facts { print("\(name): \(value)") }
        print("")
      }
      let tool = ToolDescription(address: address, sendsNames: platform?.givesNames ?? false)
      for (name, value) in tool.facts { print("\(name): \(value)") }
      print("")
      // JSON must not overtake output that is still buffered.
      fflush(nil)
      try printJSON(tool.json)
    }
  }

  struct Keys: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Replace a platform's key set.",
      discussion: "A set that can't be used changes nothing.")

    @Argument(help: "The platform.")
    var name: String

    @Argument(help: "File with the key set, as JSON; - reads standard input.")
    var file: String

    @OptionGroup var state: StateOptions

    func run() throws {
      let place = try RegistryPlace(state)
      let keys = try registered(KeySet(file: file))
      try place.change { registry in
        guard var platform = registry[name] else { throw place.missing(name) }
        platform.keys = keys
        try registry.put(platform)
      }
      print("replaced the keys of \(name) in \(place.store)")
    }
  }

  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Forget a platform.",
      discussion: "Its rooms and seats stay, and are found again if it is registered again.")

    @Argument(help: "The platform.")
    var name: String

    @OptionGroup var state: StateOptions

    func run() throws {
      let place = try RegistryPlace(state)
      try place.change { registry in
        guard registry.remove(name) else { throw place.missing(name) }
      }
      print("removed \(name) from \(place.store)")
    }
  }

  struct Rotate: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Draw a new key to sign with; the old one stays valid for a week.")

    @OptionGroup var state: StateOptions

    func run() throws {
      let place = try RegistryPlace(state)
      try place.change { $0.rotate(time(nil)) }
      print("drew a new key in \(place.store)")
    }
  }
}

private struct RegistryPlace {
  let store: Store
  private let storage: any StorageEngine

  init(_ state: StateOptions) throws(Failure) {
    store = try StatePlace.one(of: state).store
    storage = try state.storage(in: store)
  }

  func load() throws(Failure) -> Registry? {
    try store.reading(Registry.load(from: storage.sessions))
  }

  func change(_ change: (inout Registry) throws -> Void) throws {
    // The service must be able to read what root writes.
    if geteuid() == 0, case .folder(let folder) = store { try Files.act(asOwnerOf: folder) }
    do {
      try storage.prepare()
      try Registry.change(in: storage.sessions, change)
    } catch let error as StorageError {
      throw Failure.cannotWrite(store.sentence(error))
    } catch let error as RegistryError {
      throw error == .damaged ? Failure.unreadable("\(error)") : .badUsage("\(error)")
    }
  }

  func missing(_ name: String) -> Failure {
    .unreadable("there is no learning platform \(name) in \(store)")
  }
}

/// Turns a mistake in a registration into a failed command.
private func registered<Result>(
  _ read: @autoclosure () throws(RegistryError) -> Result
) throws(Failure) -> Result {
  do throws(RegistryError) { return try read() } catch { throw .badUsage("\(error)") }
}

extension KeySet {
  fileprivate init(file: String) throws(RegistryError) {
    let json: JSON
    do {
      json = try JSON(try Files.read(file, limit: 64 * 1024))
    } catch {
      throw .keys("\(file): \((error as? Failure)?.message ?? "\(error)")")
    }
    try self.init(json)
  }
}

extension Platform {
  fileprivate var facts: [(name: String, value: String)] {
    [
      ("Issuer", issuer), ("Client ID", clientID),
      ("Deployments", deployments.joined(separator: ", ")),
      ("Authentication request URL", authorize),
      ("Keys", keys.keys.map(\.id).joined(separator: ", ")),
      ("Given names", givesNames ? "offered to seats" : "not used"),
    ]
  }

  fileprivate var summary: JSON {
    [
      "name": .string(name), "issuer": .string(issuer), "client": .string(clientID),
      "deployments": .array(deployments.map { .string($0) }),
    ]
  }
}

private struct ToolDescription {
  let address: String
  let sendsNames: Bool

  private var login: String { address + loginPath }
  private var launch: String { address + launchPath }
  private var keys: String { address + keysPath }

  var facts: [(name: String, value: String)] {
    [
      ("Tool URL", launch), ("Initiate login URL", login), ("Redirection URI", launch),
      ("Content selection URL", launch), ("Public key set URL", keys), ("LTI version", "1.3"),
    ]
  }

  /// The configuration for Canvas, which other platforms read, too.
  var json: JSON {
    let choice: JSON = [
      "placement": "link_selection", "message_type": "LtiDeepLinkingRequest",
      "target_link_uri": .string(launch),
    ]
    let settings: JSON = ["text": "Dicehall", "placements": .array([choice])]
    let host = address.split(separator: "/").dropFirst().first.map(String.init) ?? ""
    let canvas: JSON = [
      "platform": "canvas.instructure.com", "domain": .string(host), "settings": settings,
      "privacy_level": sendsNames ? "name_only" : "anonymous",
    ]
    return [
      "title": "Dicehall", "description": "Dice, odds, games and rooms for a class.",
      "oidc_initiation_url": .string(login), "target_link_uri": .string(launch),
      "public_jwk_url": .string(keys), "scopes": [],
      "custom_fields": [:], "extensions": .array([canvas]),
    ]
  }
}
