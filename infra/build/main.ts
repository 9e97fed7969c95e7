import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { loadEnvFile } from 'node:process'
import { root } from '../process/root.ts'
import { buildPages, findStale, markBuilt, programs } from './builds.ts'
import { bundleApp, bundledApps } from './bundle-app.ts'

/** Builds whatever is not up to date: the dashboard, the site, and a bundle of each app. */
const file = join(root, '.env')
if (existsSync(file)) loadEnvFile(file)
const supportEmail = process.env['SUPPORT_EMAIL'] ?? ''

await buildPages(supportEmail, () => console.log('Building the dashboard and the site.'))
const stale = await findStale(programs, supportEmail)
const isStale = new Set(stale.map(({ build }) => build.name))
for (const app of bundledApps.filter(({ name }) => isStale.has(name))) {
  console.log(`Bundling the ${app.name}.`)
  await bundleApp(app)
}
await markBuilt(stale)
console.log('Everything is built: apps/*/dist.')
