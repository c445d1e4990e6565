import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { alias: { 'imprint/kit': fileURLToPath(new URL('src/kit/index.ts', import.meta.url)) } },
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    // Whole commands run as processes of their own; a busy machine must not fail them.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    env: { NODE_ENV: 'production' },
    restoreMocks: true,
  },
})
