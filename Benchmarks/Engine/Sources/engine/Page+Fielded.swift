import Mustache

extension Page: Fielded {
  func write(to fields: inout Fields) {
    fields.set("base", base)
    fields.set("title", title)
    fields.set("player", player)
    fields.set("notice", notice)
    fields.set("game", game)
    fields.set("luckiest", luckiest)
    fields.set("worst", worst)
    fields.set("chance", chance)
    fields.set("remark", remark)
    fields.set("revision", revision)
    fields.set("played", played)
    fields.set("won", won)
    fields.set("rows", rows)
  }
}

extension Row: Fielded {
  func write(to fields: inout Fields) {
    fields.set("number", number)
    fields.set("event", event)
    fields.set("balance", balance)
  }
}
