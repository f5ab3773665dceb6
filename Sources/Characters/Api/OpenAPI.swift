import Games
import Site
import Web

/// The OpenAPI 3.1 description of the API, with schemas from the declarations that write JSON.
enum OpenAPI {
  static func document(mount: String) -> JSON {
    [
      "openapi": "3.1.0",
      "info": [
        "title": "Dragon Cloud",
        "version": "1.0.0",
        "summary": "First-level characters for old-school play, kept where everybody can see them.",
        "description": .string(introduction),
        "license": ["name": "MIT", "identifier": "MIT"],
      ],
      "servers": [["url": .string("\(mount)/api/v1")]],
      "tags": [
        ["name": "Characters", "description": "What everybody has put on Dragon Cloud."],
        ["name": "Sheets", "description": "Record sheets, worked out from characters."],
        ["name": "Description", "description": "What you are reading."],
      ],
      "paths": paths,
      "components": [
        "schemas": schemas, "responses": responses, "headers": headers, "parameters": parameters,
      ],
    ]
  }

  private static let introduction = """
    No key and no login. Everybody can see what is saved here, and only its maker can change it or, \
    by a secret link, delete it.

    **The list and the older app.** An app that reads this list fails on all of it if even one \
    character wears no body armour (`"armor": null`). So the list, searched or not, leaves such \
    characters out unless you ask for `all=1`. You can read each of them by its id.

    **Saving.** `POST /character` is as generous as that app: a caster may lack a spell, and languages \
    the character already knows are dropped from `additionalLanguages`. All other rules apply. \
    `POST /sheets` checks a character against the rules to the letter and stores nothing.

    **Saving twice.** The same character under the same id is saved once (201, then 200); another one \
    under that id is refused (409). Only new characters count towards each client’s limit.

    **Errors.** A character that breaks rules gets 422 and a list of them all; anything else gets \
    one sentence in `error`.

    **Other sites.** Scripts on any site may read (`GET`, `HEAD`). Only programs outside a browser \
    and our own pages may `POST`; pages on other sites get 403.
    """
}

/// A legal character as an example in the API description.
enum CharacterExample {
  static let id = "6F1D2B0A-8C1E-4B57-9E0C-3A5D7F90B1C2"

  static let character: PlayerCharacter = {
    var character = PlayerCharacter(
      id: CharacterID(text: id) ?? standIn, name: "Rowan Ash", title: "Veteran",
      alignment: .neutrality,
      characterClass: .fighter, hitPoints: 7, coins: Coins(gold: 23),
      scores: AbilityScores(str: 16, int: 11, wis: 9, dex: 12, con: 13, cha: 8))
    character.goods = Goods([
      .armour(.chainmail), .shield, .weapon(.sword), .weapon(.dagger), .gear(.backpack),
      .gear(.torches), .gear(.rope),
    ])
    return character
  }()

  private static let standIn: CharacterID = {
    var random = SeededGenerator(seed: 1)
    return CharacterID(using: &random)
  }()

  static let json = CharacterJSON.json(character, withOrigin: false)
  static let saved = CharacterAnswers.saved.json(character.id)
  static let newlySaved = CharacterAnswers.newlySaved.json(
    (character.id, CloudAddress.deletion(id, "abcdefghijklmnopqrstuvwxyz")))
  static let sheet = SheetJSON.format.json(RecordSheet(character))
  static let violations = Violation.list.json([
    Violation(
      rule: .belowFloor, field: "abilityScores.int",
      message: "Intelligence can’t be lowered below 9.")
  ])
}
