import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    // Compilers are started, and a machine that runs everything at once is slow, not wrong.
    testTimeout: 180_000,
  },
})
