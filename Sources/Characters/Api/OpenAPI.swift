import Games
import Site
import Storage
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

  static let schemas: JSON = [
    "CharacterList": CharacterAnswers.list.schema, "Character": CharacterField.storedSchema,
    "NewCharacter": CharacterField.sentSchema, "Saved": CharacterAnswers.saved.schema,
    "NewlySaved": CharacterAnswers.newlySaved.schema, "Sheet": SheetJSON.format.schema,
    "Violations": Violation.list.schema, "Error": error,
  ]

  private static let error = Schema.object(
    [("error", Schema.typed("string", "One sentence for people."))])

  static let parameters: JSON = [
    "id": [
      "name": "id", "in": "path", "required": true,
      "description": "A UUID, in upper or lower case.",
      "schema": JSONFormat<CharacterID>.id.schema, "example": .string(CharacterExample.id),
    ],
    "name": [
      "name": "name", "in": "query",
      "description": "Each word must start a word of the name; case and accents don’t matter.",
      "schema": [
        "type": "string", "maxLength": .whole(StorageLimits.searchScalars),
        "pattern": "^[^\\u0000]*$",
      ],
      "example": "rowan",
    ],
    "class": [
      "name": "class", "in": "query", "description": "Only characters of that class.",
      "schema": JSONFormat<CharacterClass>.choice.schema,
    ],
    "all": [
      "name": "all", "in": "query",
      "description": "1 includes characters without body armour, which the older app can’t read.",
      "schema": Schema.oneOf(["0", "1"]),
    ],
    "limit": [
      "name": "limit", "in": "query",
      "description": .string(
        "How many at most; anything over \(StorageLimits.pageRecords) counts as that."),
      "schema": ["type": "integer", "minimum": 1, "default": .whole(StorageLimits.pageRecords)],
    ],
    "after": [
      "name": "after", "in": "query",
      "description": "The id of the last one you saw, in either case.",
      "schema": JSONFormat<CharacterID>.id.schema,
    ],
    "ifNoneMatch": [
      "name": "If-None-Match", "in": "header",
      "description": "The `ETag` of an answer you already have.",
      "schema": ["type": "string"],
    ],
  ]

  static let headers: JSON = [
    "ETag": [
      "description": "The version of the answer.", "required": true,
      "schema": ["type": "string", "pattern": "^\"[0-9a-f]{16}\"$"],
    ],
    "Origin": [
      "description": "Scripts on any site may read.", "required": true,
      "schema": ["type": "string", "const": "*"],
    ],
    "Link": [
      "description": "The address of the next page, `rel=\"next\"`; the last page has none.",
      "schema": ["type": "string", "pattern": "^<[^>]+>; rel=\"next\"$"],
    ],
    "Location": [
      "description": "The address of the character.", "required": true,
      "schema": ["type": "string"],
    ],
    "Retry-After": [
      "description": "How many seconds until you can save another.", "required": true,
      "schema": ["type": "integer", "minimum": 1],
    ],
  ]

  static let responses: JSON = [
    "answer304": [
      "description": "You already have the newest version.",
      "headers": ["ETag": header("ETag"), "Access-Control-Allow-Origin": header("Origin")],
    ],
    "answer400": failure("The address or the body can’t be read.", .unreadableAddress),
    "answer403": failure("A page on another site sent this.", .fromElsewhere),
    "answer404": failure(
      "There’s no such character, or no character ever had the id in `after`.", .notOnCloud),
    "answer409": failure("Another character has this id.", .idTaken),
    "answer413": failure(
      "More than \(Request.maximumBody.kilobytes), or an unreasonably long address.", .largeBody),
    "answer415": failure("The body isn’t JSON.", .wrongBody(for: .json)),
    "answer422": [
      "description": "The character breaks rules, or its keys and values don’t fit the schema.",
      "content": content("Violations", CharacterExample.violations),
    ],
    "answer429": [
      "description": "This client saved many new characters in a short time.",
      "headers": ["Retry-After": header("Retry-After")],
      "content": content("Error", Refusal.savedMany().json),
    ],
    "answer503": failure(
      "Characters can’t be read or saved right now.", StorageError.busy.refusal()),
  ]

  private static func failure(_ description: String, _ refusal: Refusal) -> JSON {
    ["description": .string(description), "content": content("Error", refusal.json)]
  }

  /// Returns the content of a body with this schema of the document.
  static func content(_ schema: String, _ example: JSON) -> JSON {
    ["application/json": ["schema": Schema.reference(schema), "example": example]]
  }
}

/// A legal character as an example in the API description.
enum CharacterExample {
  static let id = "6F1D2B0A-8C1E-4B57-9E0C-3A5D7F90B1C2"

  static let character: PlayerCharacter = {
    var character = PlayerCharacter(
      id: CharacterID(text: id) ?? standIn, name: "Rowan Ash", title: "Veteran",
      alignment: .neutrality, characterClass: .fighter, hitPoints: 7, coins: Coins(gold: 23),
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
