import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import { dataInTests } from './scripts/yaml-as-data.mjs'

/** The tests of a group, by the end of their names. */
const named = (group: string): string[] => [`test/**/*.${group}.test.{ts,tsx}`]

/** They need a browser, the built brands or whole commands, or take long. All others are for `npm run test:fast`. */
const whole = named('whole')
/** Fast tests that need modules of their own: they take the place of one, or look at which are loaded. */
const apart = named('apart')
/** Tests in browsers of other engines, for `npm run test:browsers`. */
const engines = named('engines')

export default defineConfig({
  // As in scripts/compile.mjs.
  plugins: [dataInTests],
  resolve: { alias: { 'imprint/kit': fileURLToPath(new URL('src/kit/index.ts', import.meta.url)) } },
  // React's production build has no jsxDEV.
  oxc: { jsx: { runtime: 'automatic', development: false } },
  test: {
    // These limits end what hangs. No test may fail because the machine is busy.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000, interval: 30 } },
    maxWorkers: 2,
    env: { NODE_ENV: 'production' },
    restoreMocks: true,
    // Transformed modules are cached in node_modules, by their content.
    experimental: { fsModuleCache: true },
    // Modules are loaded once for all files of a process; to load them for each would double the time of the fast ones.
    isolate: false,
    setupFiles: ['test/support/end-of-file.ts', 'test/support/random.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'fast',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, ...whole, ...apart, ...engines],
        },
      },
      { extends: true, test: { name: 'apart', include: apart, isolate: true } },
      {
        extends: true,
        test: {
          name: 'whole',
          // Browsers and commands do the work, and two workers that wait for them leave a fifth of two cores unused.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          include: whole,
          globalSetup: ['test/support/build-once.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'engines', include: engines, globalSetup: ['test/support/build-once.ts'] },
      },
    ],
  },
})
