let characterRoutes: [Route] =
  hallRoutes
  + wizardRoutes
  + referenceRoutes
  + apiRoutes
