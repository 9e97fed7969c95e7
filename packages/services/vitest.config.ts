import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    // Imports are most of what a small file costs, so a worker keeps its modules for the next file: tests leave nothing in them.
    isolate: false,
    globalSetup: './src/testing/global-setup.ts',
    // Ours wait on conditions, not on time; the limit is for a machine that does other work too.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
