import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    // Imports are most of what a small file costs, so a worker keeps its modules for the next file: tests leave nothing in them.
    isolate: false,
    testTimeout: 60_000,
    passWithNoTests: false,
  },
})
