import { defineConfig } from 'vitest/config'

/** Pure logic only; screens are proved in a real browser by packages/e2e/. */
export default defineConfig({ test: { include: ['src/**/*.test.ts'], testTimeout: 60_000, environment: 'node' } })
