export { collectAssets, hashedPath } from './asset-files.ts'
export { type PreparedFonts, prepareFonts } from './fonts/fonts.ts'
export {
  type BrandImages,
  type CardBasis,
  type CardDrawer,
  cardDrawer,
  drawBrandImages,
  noBrandImages,
} from './images/brand-images.ts'
export { prepareImages } from './images/images.ts'
export { type IslandCode, islandFiles } from './templates/islands.ts'
export {
  type Block,
  mapStackPosition,
  originInScript,
  originsOfIsland,
  type TemplateOrigins,
  templateOrigin,
} from './templates/loaded-script.ts'
export { packageScript } from './templates/package-script.ts'
export { templateFolders, templatesFolder } from './templates/template-layers.ts'
export {
  packagedResults,
  type StyleSheet,
  type TemplateBundle,
  templateBundler,
} from './templates/templates.ts'
export { unreadFiles } from './unread-files.ts'
