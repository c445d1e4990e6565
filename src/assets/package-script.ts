// Browser code of the package itself, bundled: the loader in every page with islands, and what watch mode adds.

import { join } from 'node:path'
import { build } from 'esbuild'
import { browserTargets } from './bundler.ts'
import { packageFolder } from './package-root.ts'

/** One minified module from an entry inside the package: `src/kit/loader.ts`. */
export async function bundlePackageScript(entry: string): Promise<string> {
  const result = await build({
    entryPoints: [join(packageFolder(), entry)],
    bundle: true,
    write: false,
    minify: true,
    // A module, not a function around one: the wrapper would be a tenth of the loader.
    format: 'esm',
    target: browserTargets,
    logLevel: 'silent',
  })
  return result.outputFiles[0]?.text.trim() ?? ''
}
