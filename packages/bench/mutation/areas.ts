import { type Part, readPart, whole } from './part.ts'

/** What is mutated together, and by which tests that is to be noticed. */
export interface Area {
  /** The package's directory. */
  directory: string
  /** Globs of what is mutated, from that directory. */
  sources: readonly string[]
  /** Folders of test files, and single ones: only these are run. Those of other packages have the same set-up. */
  tests: readonly string[]
  /** Tests with one of these in their name are left out: they bound time or memory, of which instrumented code takes several times as much. */
  leftOut?: readonly string[]
  /** Whether its tests need PostgreSQL. */
  needsDatabase: boolean
}

/** What is never mutated: tests and what serves them, and lists that hold no rule. */
const excluded = ['!**/*.test.ts', '!**/testing/**', '!**/fuzz/**', '!**/*.d.ts', '!**/time-zone-list.ts']

export const areas: Readonly<Record<string, Area>> = {
  domain: {
    directory: 'packages/domain',
    sources: ['src/**/*.ts'],
    tests: ['packages/domain/'],
    leftOut: ['hostile'],
    needsDatabase: false,
  },
  outbound: {
    directory: 'packages/outbound',
    sources: ['src/**/*.ts'],
    tests: ['packages/outbound/'],
    leftOut: ['with flat memory', 'costs little memory', 'does not copy it a million times'],
    needsDatabase: false,
  },
  queue: {
    directory: 'packages/queue',
    sources: ['src/**/*.ts'],
    tests: ['packages/queue/'],
    needsDatabase: true,
  },
  services: {
    directory: 'packages/services',
    sources: ['src/**/*.ts'],
    tests: [
      'packages/services/',
      // Channels and deliveries are tested where they are at work, and so is billing.
      'apps/executor/src/deliver/',
      'apps/executor/src/mail/',
      'apps/executor/src/maintenance/closed-accounts.test.ts',
      'apps/executor/src/retention/stored-bytes.test.ts',
      'apps/executor/src/run/record/stored-once.test.ts',
      'apps/api/src/features/billing/',
      'apps/api/src/provider-settings.test.ts',
      'apps/api/src/settings.test.ts',
    ],
    leftOut: ['hostile accounts', 'killed between sending and recording', 'whose job is taken from its worker'],
    needsDatabase: true,
  },
  ingress: {
    directory: 'apps/api',
    sources: ['src/ingress/commit/**/*.ts'],
    // The others start servers, too, and execute the commit for the sake of something else.
    tests: [
      'apps/api/src/ingress/commit/',
      'apps/api/src/ingress/limits.test.ts',
      'apps/api/src/ingress/locked-counters.test.ts',
      'apps/api/src/ingress/notifications.test.ts',
    ],
    needsDatabase: true,
  },
}

/** Stryker's globs for an area, or for those of its files that are named, from the repository's root. */
export const globsOf = ({ directory, sources }: Area, files: readonly string[]): string[] => [
  ...(files.length > 0 ? files : sources).map((glob) =>
    glob.startsWith(`${directory}/`) ? glob : `${directory}/${glob}`,
  ),
  ...excluded,
]

/** Where the tests are, in Stryker's process and in that of its runner. */
export const testPlaces = (): string[] => JSON.parse(process.env['MUTATED_TESTS'] ?? '[]') as string[]

/** Which part of the mutants is run, in both of these. */
export const chosenPart = (): Part => readPart(process.env['MUTATED_PART'] ?? '') ?? whole
