import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    // Imports are most of what a small file costs, so a worker keeps its modules for the next file: tests leave nothing in them.
    isolate: false,
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})
