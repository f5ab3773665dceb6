import Web

/// One of this site's addresses as shown in another site's page.
package struct PastedAddress {
  /// The title of the frame and of a link to the page.
  let title: String
  /// The address for a frame, below the mount.
  let frame: String
  /// The page that shows the same without a frame, below the mount.
  let page: String
  let picture: PreviewPicture

  /// The kind of thing at an address.
  package enum Kind {
    case game(any Game.Type)
    /// A page about a game, which frames show with these options.
    case page(_ name: String, _ game: any Game.Type, options: [Form.Field])
    case odds
    /// Something begun in the shared game, such as a room, with its path in the hall.
    case begun(_ name: String, _ page: String, of: any Game.Type)
    case frame(EmbedAddress)

    fileprivate init?(_ path: String, in features: Features) {
      if path == "/" {
        self = .game(DiceGame.self)
      } else if let game = features.games.first(where: { path == $0.root }) {
        self = .game(game)
      } else if path == oddsPath || path == framedOddsPath {
        self = .odds
      } else if let kind = features.shared.pasted(path) {
        self = kind
      } else if path.hasPrefix("/embed/"),
        let address = EmbedAddress(path, in: features), address.isPlain
      {
        self = .frame(address)
      } else {
        return nil
      }
    }
  }
}

extension PastedAddress {
  /// Returns whether the thing at an address can be played or asked in a frame.
  package static func isThere(_ path: String, in features: Features) -> Bool {
    Kind(path, in: features) != nil
  }

  /// - Returns: `nil` if nothing there can be played or asked in a frame.
  init?(path: String, query: Form, in features: Features) {
    switch Kind(path, in: features) {
    case .game(let game): self.init(EmbedPlan(of: .game(game)), page: game.root)
    case .page(let name, let game, let options):
      self.init(EmbedPlan(of: .game(game), typed: Form(options)), page: path, name: name)
    case .odds:
      let plan = EmbedPlan(of: .odds, Framable.odds.start(query))
      self.init(plan, page: plan.path.replacing(framedOddsPath, with: oddsPath))
    case .frame(let address):
      self.init(EmbedPlan(of: .game(address.game), address.start(query)))
    case .begun(let name, let page, let game):
      self.init(
        title: EmbedPlan.title(name), frame: "/embed\(page)", page: page, picture: game.picture)
    case nil: return nil
    }
  }

  /// Creates the frame of a plan; its own address stands for the page, unless there is another.
  private init(_ plan: EmbedPlan, page: String? = nil, name: String? = nil) {
    self.init(
      title: name.map(EmbedPlan.title) ?? plan.title, frame: plan.path, page: page ?? plan.path,
      picture: plan.subject.picture)
  }
}
