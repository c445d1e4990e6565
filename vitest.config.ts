import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import { dataInTests } from './scripts/yaml-as-data.mjs'

/**
 * Tests that need a browser, the built brands or whole commands, and the examples of the content rules, whose 20,000 texts take long. All others
 * are for `npm run test:fast`.
 */
const whole = [
  'test/assets/fonts/fonts.test.ts',
  'test/assets/images/brand-images.test.ts',
  'test/browser/**',
  'test/build/{determinism,isolation,kept}.test.ts',
  'test/cli/**',
  'test/compliance/examples.test.ts',
  'test/dev/{equal,preview}.test.ts',
  'test/docs.test.ts',
  'test/output/{guard,kill,lock,releases}.test.ts',
  'test/package.test.ts',
  'test/remote/disclosures.test.ts',
  'test/spec/**',
]

/** Tests in browsers of other engines, for `npm run test:browsers`. */
const engines = ['test/engines/*.test.ts']

/** Fast tests that need modules of their own: they take the place of one, or look at which are loaded. */
const apart = [
  'test/assets/templates/templates.test.ts',
  'test/build/faults.test.ts',
  'test/content/markdown/loading.test.ts',
  'test/dev/output-files.test.ts',
  'test/output/{directory,stage}.test.ts',
  'test/site/page-kind.test.ts',
]

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
    // Modules are loaded once for all files of a process; to load them for each would double the time of the fast ones.
    isolate: false,
    setupFiles: ['test/support/end-of-file.ts'],
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
          include: whole.map(files => files.replace(/\*\*$/, '**/*.test.{ts,tsx}')),
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
