import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'ingress/**/*.test.ts',
      'chaos/**/*.test.ts',
      'parts/**/*.test.ts',
      'mutation/**/*.test.ts',
      'restore/**/*.test.ts',
      'outage/**/*.test.ts',
      'proxies/**/*.test.ts',
      'alerts/**/*.test.ts',
    ],
  },
})
