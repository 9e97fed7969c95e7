import { fileURLToPath } from 'node:url'
import { join, relative } from 'node:path'
import { defineConfig } from 'vitest/config'
import { testPlaces } from './areas.ts'

const directory = process.env['MUTATED_PACKAGE'] ?? ''
/** Beside the package's own. */
const otherTests = testPlaces()
  .filter((place) => !place.startsWith(`${directory}/`))
  .map((place) => relative(directory, place.endsWith('/') ? `${place}**/*.test.ts` : place))

/** The tests of one package only, in one worker. The directory that they are started in is Stryker's copy of the repository. */
export default defineConfig({
  test: {
    projects: [
      {
        extends: `./${join(directory, 'vitest.config.ts')}`,
        root: `./${directory}`,
        test: {
          name: 'mutated',
          include: otherTests,
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
