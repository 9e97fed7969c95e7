import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { loadEnvFile } from 'node:process'
import { root } from '../process/root.ts'
import { buildPrograms } from './build-programs.ts'
import { buildPages } from './builds.ts'

/** Builds whatever is not up to date: the dashboard, the site, and a bundle of each app. */
const file = join(root, '.env')
if (existsSync(file)) loadEnvFile(file)

await buildPages(process.env['SUPPORT_EMAIL'] ?? '', () => console.log('Building the dashboard and the site.'))
await buildPrograms((name) => console.log(`Bundling the ${name}.`))
console.log('Everything is built: apps/*/dist.')
