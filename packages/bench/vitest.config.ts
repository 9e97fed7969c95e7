import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { include: ['chaos/**/*.test.ts', 'mutation/**/*.test.ts', 'restore/**/*.test.ts'] },
})
