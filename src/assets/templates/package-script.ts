// Browser code of the package itself, bundled: the loader in every page with islands, and the scripts of watch mode.

import type { BuildOptions, Metafile } from 'esbuild'
import { browserTargets } from './bundler.ts'
import { packageFolder } from './package-root.ts'

/**
 * Bundles and minifies a script or style sheet of the package: `src/kit/loader.ts`. Also returns the list of its modules.
 * @param define Values for the names that it only declares.
 * @param format `iife` only if it shares a script with others: the wrapper would be a tenth of the loader.
 */
export async function packageScript(
  entry: string,
  { define = {}, format = 'esm' }: Pick<BuildOptions, 'define' | 'format'> = {},
): Promise<{ text: string; metafile: Metafile }> {
  const { build } = await import('esbuild')
  const { outputFiles, metafile } = await build({
    absWorkingDir: packageFolder(),
    entryPoints: [entry],
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    define,
    format,
    target: browserTargets,
    tsconfigRaw: '{}',
    logLevel: 'silent',
  })
  return { text: outputFiles[0]?.text.trim() ?? '', metafile }
}
