import Storage
import Web

/// One of this site's addresses as shown in another site's page.
struct PastedAddress {
  /// The title of the frame and of a link to the page.
  let title: String
  /// The address for a frame, below the mount.
  let frame: String
  /// The page that shows the same without a frame, below the mount.
  let page: String
  let picture: PreviewPicture

  /// The kind of thing at an address.
  private enum Place {
    case game(any Game.Type)
    case lesson(LessonSheet)
    case odds
    case room(RoomCode)
    case frame(EmbedAddress)

    init?(_ path: String, in features: Features) {
      if path == "/" {
        self = .game(DiceGame.self)
      } else if let game = features.games.first(where: { path == $0.root }) {
        self = .game(game)
      } else if path == oddsPath || path == framedOddsPath {
        self = .odds
      } else if path.hasPrefix("/lessons/"),
        let lesson = LessonSheet.all.first(where: { path == $0.path })
      {
        self = .lesson(lesson)
      } else if let start = Place.rooms.first(where: { path.hasPrefix($0) }),
        let code = RoomCode(String(path.dropFirst(start.count)))
      {
        self = .room(code)
      } else if path.hasPrefix("/embed/"),
        let address = EmbedAddress(path, in: features), address.isPlain
      {
        self = .frame(address)
      } else {
        return nil
      }
    }

    /// The starts of the addresses of rooms, and of their frames.
    private static let rooms = ["\(roomPath)/", "/embed\(roomPath)/"]
  }

  /// Returns whether the thing at an address can be played or asked in a frame.
  static func isThere(_ path: String, in features: Features) -> Bool {
    Place(path, in: features) != nil
  }

  /// - Returns: `nil` if nothing there can be played or asked in a frame.
  init?(path: String, query: Form, in features: Features) {
    switch Place(path, in: features) {
    case .game(let game): self.init(EmbedPlan(of: .game(game)), page: game.root)
    case .lesson(let lesson):
      self.init(
        EmbedPlan(of: .game(lesson.game), typed: Form(lesson.options)), page: path,
        name: lesson.name)
    case .odds:
      let plan = EmbedPlan(of: .odds, Framable.odds.start(query))
      self.init(plan, page: plan.path.replacing(framedOddsPath, with: oddsPath))
    case .frame(let address):
      self.init(EmbedPlan(of: .game(address.game), address.start(query)))
    case .room(let code): self.init(code)
    case nil: return nil
    }
  }

  private init(_ code: RoomCode) {
    title = EmbedPlan.title(RoomWords.name(code))
    frame = "/embed\(code.path())"
    page = code.path()
    picture = RoomGame.picture
  }

  /// Creates the frame of a plan; its own address stands for the page, unless there is another.
  private init(_ plan: EmbedPlan, page: String? = nil, name: String? = nil) {
    title = name.map(EmbedPlan.title) ?? plan.title
    frame = plan.path
    self.page = page ?? plan.path
    picture = plan.subject.picture
  }
}
