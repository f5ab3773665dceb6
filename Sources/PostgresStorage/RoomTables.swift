/// The tables of rooms.
enum RoomTables {
  static let first: [String] = []
}
