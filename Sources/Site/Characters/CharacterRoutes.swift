let characterRoutes: [Route] =
  hallRoutes
  + referenceRoutes
