/** What is mutated together, and by which tests that is to be noticed. */
export interface Area {
  /** The package's directory. */
  directory: string
  /** Globs of what is mutated, from that directory. */
  sources: readonly string[]
  /** Only test files whose path has this in it are run. */
  tests: string
  /** Tests with this in their name are left out: they bound time or memory, of which instrumented code takes several times as much. */
  leftOut?: string
  /** Whether its tests need PostgreSQL. */
  needsDatabase: boolean
}

/** What is never mutated: tests and what serves them, and lists that hold no rule. */
const excluded = ['!**/*.test.ts', '!**/testing/**', '!**/fuzz/**', '!**/*.d.ts', '!**/time-zone-list.ts']

export const areas: Readonly<Record<string, Area>> = {
  domain: {
    directory: 'packages/domain',
    sources: ['src/**/*.ts'],
    tests: '/packages/domain/',
    leftOut: 'hostile',
    needsDatabase: false,
  },
  outbound: {
    directory: 'packages/outbound',
    sources: ['src/**/*.ts'],
    tests: '/packages/outbound/',
    needsDatabase: false,
  },
  queue: { directory: 'packages/queue', sources: ['src/**/*.ts'], tests: '/packages/queue/', needsDatabase: true },
  services: {
    directory: 'packages/services',
    sources: ['src/**/*.ts'],
    tests: '/packages/services/',
    needsDatabase: true,
  },
  ingress: {
    directory: 'apps/api',
    sources: ['src/ingress/commit/**/*.ts'],
    tests: '/apps/api/src/ingress/',
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
