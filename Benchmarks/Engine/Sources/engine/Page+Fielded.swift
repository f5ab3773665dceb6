import Mustache

extension Page: Fielded {
  static func declare(_ field: inout Fields<Page>) {
    field("base") { $0.base }
    field("title") { $0.title }
    field("player") { $0.player }
    field("notice") { $0.notice }
    field("game") { $0.game }
    field("luckiest") { $0.luckiest }
    field("worst") { $0.worst }
    field("chance") { $0.chance }
    field("remark") { $0.remark }
    field("revision") { $0.revision }
    field("played") { $0.played }
    field("won") { $0.won }
    field("rows") { $0.rows }
  }
}

extension Row: Fielded {
  static func declare(_ field: inout Fields<Row>) {
    field("number") { $0.number }
    field("event") { $0.event }
    field("balance") { $0.balance }
  }
}
