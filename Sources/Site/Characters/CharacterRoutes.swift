let characterRoutes: [Route] =
  hallRoutes
  + wizardRoutes
  + vaultRoutes
  + cloudRoutes
  + referenceRoutes
  + apiRoutes
