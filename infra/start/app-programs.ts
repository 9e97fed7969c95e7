import { findStale, programs } from '../build/builds.ts'

/** What is run, from the repository's directory. */
export interface AppPrograms {
  api: string
  executor: string
  migrate: string
}

export const sourcePrograms: AppPrograms = {
  api: 'apps/api/src/main.ts',
  executor: 'apps/executor/src/main.ts',
  migrate: 'apps/api/src/commands/migrate.ts',
}

/**
 * The bundles that `pnpm build` made, which start in a third of the time and take a third less memory, as long as they
 * are made of the sources that are there now; else the sources, which Node runs as they are.
 */
export const findPrograms = async (): Promise<AppPrograms> => {
  const stale = new Set((await findStale(programs)).map(({ build }) => build.name))
  return {
    api: stale.has('api') ? sourcePrograms.api : 'apps/api/dist/main.js',
    executor: stale.has('executor') ? sourcePrograms.executor : 'apps/executor/dist/main.js',
    migrate: stale.has('api') ? sourcePrograms.migrate : 'apps/api/dist/migrate.js',
  }
}
