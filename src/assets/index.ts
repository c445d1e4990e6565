export { type AssetFiles, collectAssets, hashedPath } from './asset-files.ts'
export type { IslandBundle, IslandScript } from './islands.ts'
export { bundleTemplates, mapStackPosition, type TemplateBundle, templatesFolder } from './templates.ts'
