let partyRoutes: [Route] =
  partiesRoutes + partyPageRoutes + sharesRoutes + retainerRoutes + animalRoutes

let partyPages: [any Page.Type] = [
  PartiesPage.self, PartyPage.self, SharesPage.self, RetainersPage.self, AnimalsPage.self,
]
