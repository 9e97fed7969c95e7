import { bundleApp, bundledApps } from './bundle-app.ts'
import { findStale, markBuilt, programs } from './builds.ts'

/** Bundles the apps that were not bundled from the files that are there now. */
export const buildPrograms = async (announce: (name: string) => void): Promise<void> => {
  const stale = await findStale(programs)
  const isStale = new Set(stale.map(({ build }) => build.name))
  for (const app of bundledApps.filter(({ name }) => isStale.has(name))) {
    announce(app.name)
    await bundleApp(app)
  }
  await markBuilt(stale)
}
