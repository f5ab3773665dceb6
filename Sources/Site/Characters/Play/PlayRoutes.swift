let playRoutes: [Route] =
  editRoutes + goodsRoutes + spellBookRoutes + levelRoutes + historyRoutes

let playPages: [any Page.Type] = [
  EditPage.self, GoodsPage.self, SpellBookPage.self, LevelPage.self, HistoryPage.self,
]
