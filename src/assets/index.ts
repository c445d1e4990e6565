export { collectAssets } from './asset-files.ts'
export {
  type BrandImages,
  type CardBasis,
  type CardDrawer,
  cardDrawer,
  drawBrandImages,
  noBrandImages,
} from './brand-images.ts'
export { type PreparedFonts, prepareFonts } from './fonts.ts'
export { prepareImages } from './images.ts'
export type { IslandBundle, IslandCode } from './islands.ts'
export { bundlePackageScript } from './package-script.ts'
export { templateFolders, templatesFolder } from './template-layers.ts'
export {
  type Block,
  mapStackPosition,
  originInScript,
  packagedResults,
  type StyleSheet,
  type TemplateBundle,
  type TemplateOrigins,
  templateBundler,
  templateOrigin,
} from './templates.ts'
export { unreadTemplates } from './unread-templates.ts'
