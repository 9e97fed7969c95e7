import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    passWithNoTests: false,
    testTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
