import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    globalSetup: './src/testing/global-setup.ts',
    // Generous, since a machine that runs everything at once is slow, not wrong.
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})
