import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { alias: { 'imprint/kit': fileURLToPath(new URL('src/kit/index.ts', import.meta.url)) } },
  // React's production build has no jsxDEV.
  oxc: { jsx: { runtime: 'automatic', development: false } },
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    globalSetup: ['test/support/build-once.ts'],
    // Whole commands run as processes of their own; a busy machine must not fail them.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Browsers and commands do the work, not the workers that wait for them.
    maxWorkers: 2,
    env: { NODE_ENV: 'production' },
    restoreMocks: true,
    // A condition that a busy machine is slow to meet is met all the same.
    expect: { poll: { timeout: 10_000, interval: 30 } },
  },
})
