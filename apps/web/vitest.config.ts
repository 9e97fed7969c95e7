import { defineConfig } from 'vitest/config'

/** What needs no browser; components are tested in one (vitest.browser.config.ts), and ways through the product by packages/e2e. */
export default defineConfig({
  test: {
    include: ['*.test.ts', 'src/**/*.test.ts'],
    // Imports are most of what a small file costs, so a worker keeps its modules for the next file: tests leave nothing in them.
    isolate: false,
    testTimeout: 60_000,
    environment: 'node',
  },
})
