import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    globalSetup: './src/testing/global-setup.ts',
    testTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
