import Games
import Site
import Storage

extension CloudRecord {
  /// A character as the cloud keeps it, without what only its maker needs to know; `saved` is in
  /// seconds since 1970, UTC.
  init(_ character: PlayerCharacter, saved: Int) {
    self.init(
      id: character.id.cloudID, name: character.name, classID: character.characterClass.id,
      // The older app fails on all characters when one has no armour.
      isCompatible: character.goods.armour != nil, bytes: CharacterJSON.encode(character),
      saved: saved)
  }
}

extension CharacterID {
  /// Under which the cloud keeps the character.
  var cloudID: CloudID {
    guard let id = CloudID(text) else { preconditionFailure("\(text) is not a UUID") }
    return id
  }
}
