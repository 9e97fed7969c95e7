import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** The tests of one package only, in one worker. The directory that they are started in is Stryker's copy of the repository. */
export default defineConfig({
  test: {
    projects: [
      {
        extends: `./${process.env['MUTATED_PACKAGE']}/vitest.config.ts`,
        root: `./${process.env['MUTATED_PACKAGE']}`,
        test: {
          name: 'mutated',
          runner: fileURLToPath(new URL('worker-runner.ts', import.meta.url)),
          pool: 'threads',
          isolate: false,
          bail: 0,
        },
      },
    ],
    maxWorkers: 1,
  },
})
