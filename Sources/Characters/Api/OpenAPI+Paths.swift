import Games
import Site
import Web

extension OpenAPI {
  static let paths: JSON = [
    "/characters": [
      "get": [
        "tags": ["Characters"], "operationId": "listCharacters",
        "summary": "Characters, newest first",
        "description": """
        Without a query, this is the list that the older app can read: see the introduction. For \
        the next page, follow the `Link` header.
        """,
        "parameters": [
          parameter("name"), parameter("class"), parameter("all"), parameter("limit"),
          parameter("after"), parameter("ifNoneMatch"),
        ],
        "responses": reading(
          "Up to `limit` characters, with a `Link` to more if there are any.",
          schema: "CharacterList",
          example: CharacterAnswers.list.json([CharacterExample.json]),
          headers: ["Link": header("Link")], others: [404]),
      ]
    ],
    "/character": [
      "post": [
        "tags": ["Characters"], "operationId": "saveCharacter",
        "summary": "Save a character for everybody to see",
        "requestBody": body("The character. How it was rolled is checked but not kept."),
        "responses": saving,
      ]
    ],
    "/characters/{id}": [
      "get": [
        "tags": ["Characters"], "operationId": "readCharacter", "summary": "One character",
        "parameters": [parameter("id"), parameter("ifNoneMatch")],
        "responses": reading(
          "The character.", schema: "Character", example: CharacterExample.json, others: [404]),
      ]
    ],
    "/characters/{id}/sheet": [
      "get": [
        "tags": ["Sheets"], "operationId": "readSheet",
        "summary": "The record sheet of a saved character",
        "parameters": [parameter("id"), parameter("ifNoneMatch")],
        "responses": reading(
          "The sheet.", schema: "Sheet", example: CharacterExample.sheet, others: [404]),
      ]
    ],
    "/sheets": [
      "post": [
        "tags": ["Sheets"], "operationId": "makeSheet",
        "summary": "Check a character against the rules and work out its sheet",
        "description": "Nothing is stored.",
        "requestBody": body(
          """
          The character. With `rolledScores`, `hitDieRoll` or `goldRolled`, the adjustments, the hit \
          points or the purse are checked against them; without `goldRolled`, coins and goods may be \
          worth at most 180 gp. `rolls` isn’t checked; the sheet repeats it.
          """),
        "responses": answers(
          ("200", answer("The sheet.", schema: "Sheet", example: CharacterExample.sheet)),
          others: [400, 403, 413, 415, 422]),
      ]
    ],
    "/openapi.json": [
      "get": [
        "tags": ["Description"], "operationId": "describe", "summary": "This description",
        "parameters": [parameter("ifNoneMatch")],
        "responses": answers(
          (
            "200",
            [
              "description": "This description.",
              "headers": ["ETag": header("ETag"), "Access-Control-Allow-Origin": header("Origin")],
              "content": ["application/json": ["schema": ["type": "object"]]],
            ]
          ),
          others: [304, 400, 413]),
      ]
    ],
  ]

  private static func parameter(_ name: String) -> JSON {
    ["$ref": .string("#/components/parameters/\(name)")]
  }

  static func header(_ name: String) -> JSON {
    ["$ref": .string("#/components/headers/\(name)")]
  }

  private static func body(_ description: String) -> JSON {
    [
      "required": true, "description": .string(description),
      "content": content("NewCharacter", CharacterExample.json),
    ]
  }

  private static func answer(
    _ description: String, schema: String, example: JSON, headers: JSON = [:]
  ) -> JSON {
    [
      "description": .string(description), "headers": headers,
      "content": content(schema, example),
    ]
  }

  /// Returns the answers of a call that reads, with a version.
  private static func reading(
    _ description: String, schema: String, example: JSON, headers: JSON = [:], others: [Int]
  ) -> JSON {
    let all: JSON = ["Access-Control-Allow-Origin": header("Origin"), "ETag": header("ETag")]
    return answers(
      ("200", answer(description, schema: schema, example: example, headers: all.adding(headers))),
      others: [304, 400] + others + [413, 503])
  }

  private static let saving = answers(
    ("200", answer("It was already saved.", schema: "Saved", example: CharacterExample.saved)),
    (
      "201",
      answer(
        "It’s now saved.", schema: "NewlySaved", example: CharacterExample.newlySaved,
        headers: ["Location": header("Location")]
      ).adding([
        "links": [
          "character": [
            "operationId": "readCharacter", "parameters": ["id": "$response.body#/id"],
          ],
          "sheet": ["operationId": "readSheet", "parameters": ["id": "$response.body#/id"]],
        ]
      ])
    ),
    others: [400, 403, 409, 413, 415, 422, 429, 503])

  private static func answers(_ own: (String, JSON)..., others: [Int]) -> JSON {
    .object(
      own.map { JSON.Member(name: $0.0, value: $0.1) }
        + others.map {
          .init(name: String($0), value: ["$ref": .string("#/components/responses/answer\($0)")])
        })
  }
}
