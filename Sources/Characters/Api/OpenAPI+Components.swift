import Games
import Site
import Storage
import Web

extension OpenAPI {
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
      "description":
        "Each word must start a word of the name; case and accents don’t matter.",
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
      "schema": [
        "type": "integer", "minimum": 1, "default": .whole(StorageLimits.pageRecords),
      ],
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
      "description":
        "The address of the next page, `rel=\"next\"`; the last page has none.",
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
      "headers": [
        "ETag": ["$ref": "#/components/headers/ETag"],
        "Access-Control-Allow-Origin": ["$ref": "#/components/headers/Origin"],
      ],
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
      "content": [
        "application/json": [
          "schema": Schema.reference("Violations"), "example": CharacterExample.violations,
        ]
      ],
    ],
    "answer429": [
      "description": "This client saved many new characters in a short time.",
      "headers": ["Retry-After": ["$ref": "#/components/headers/Retry-After"]],
      "content": content(.savedMany()),
    ],
    "answer503": failure(
      "Characters can’t be read or saved right now.", StorageError.busy.refusal()),
  ]

  private static func failure(_ description: String, _ refusal: Refusal) -> JSON {
    ["description": .string(description), "content": content(refusal)]
  }

  private static func content(_ refusal: Refusal) -> JSON {
    [
      "application/json": [
        "schema": Schema.reference("Error"), "example": refusal.json,
      ]
    ]
  }
}
