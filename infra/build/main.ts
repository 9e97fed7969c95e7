import { buildPrograms } from './build-programs.ts'
import { buildPages } from './builds.ts'

/** Builds whatever is not up to date: the dashboard, the site, and a bundle of each app. */
await buildPages(() => console.log('Building the dashboard and the site.'))
await buildPrograms((name) => console.log(`Bundling the ${name}.`))
console.log('Everything is built: apps/*/dist.')
