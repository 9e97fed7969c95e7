import { defineConfig } from 'vitest/config'
import { LongestFirst } from './infra/test/longest-first.ts'

/** Every package's tests in one run: one report, and one pool of workers that is busy until the last file. */
export default defineConfig({
  test: {
    projects: ['apps/*', 'apps/web/vitest.browser.config.ts', 'packages/*', '!packages/e2e', 'infra'],
    sequence: { sequencer: LongestFirst },
    passWithNoTests: false,
  },
})
