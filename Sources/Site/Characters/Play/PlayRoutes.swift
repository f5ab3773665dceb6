let playRoutes: [Route] =
  tableRoutes + editRoutes + goodsRoutes + spellBookRoutes + levelRoutes + historyRoutes

let playPages: [any Page.Type] = [
  TablePage.self, EditPage.self, GoodsPage.self, SpellBookPage.self, LevelPage.self,
  HistoryPage.self,
]
