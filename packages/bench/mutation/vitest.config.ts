import { fileURLToPath } from 'node:url'
import { basename, join, relative } from 'node:path'
import { defineConfig } from 'vitest/config'
import { testPlaces } from './areas.ts'

const directory = process.env['MUTATED_PACKAGE'] ?? ''
/** Beside the package's own. */
const otherTests = testPlaces()
  .filter((place) => !place.startsWith(`${directory}/`))
  .map((place) => relative(directory, place.endsWith('/') ? `${place}**/*.test.ts` : place))

/** Tests of other packages find this one by a link to the repository itself, in which nothing is changed. */
const changedSources = {
  find: new RegExp(`^@knockwire/${basename(directory)}/(.+)$`),
  replacement: join(process.cwd(), directory, 'src', '$1.ts'),
}

/** The tests of one package only, in one worker. The directory that they are started in is Stryker's copy of the repository. */
export default defineConfig({
  test: {
    projects: [
      {
        extends: `./${join(directory, 'vitest.config.ts')}`,
        root: `./${directory}`,
        resolve: { alias: [changedSources] },
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
