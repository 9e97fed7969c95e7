import { glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { root } from '../process/root.ts'
import { writeNotices } from './notices.ts'
import { type ThirdPartyPackage, thirdPartyPackages } from './third-party.ts'

export type AppName = 'web' | 'site' | 'api' | 'executor'

/** What is in an app besides the scripts that its source maps list: fonts, styles, and programs that are copied. */
const others: Record<AppName, readonly string[]> = {
  web: ['geist'],
  site: ['geist', 'starlight-blog', 'astro-expressive-code', 'pagefind'],
  api: [],
  executor: [],
}

const recordFile = (app: AppName) => join(root, 'apps', app, 'node_modules', '.cache', 'third-party.json')

/** Writes the notices of what `folder` contains into it, and what it contains where the bill of materials finds it. */
export const recordPackages = async (app: AppName, folder: string): Promise<void> => {
  const packages = await thirdPartyPackages(app, folder, others[app])
  await writeNotices(folder, packages)
  await mkdir(dirname(recordFile(app)), { recursive: true })
  await writeFile(recordFile(app), JSON.stringify(packages))
  // Those of the site are written for this alone. The others' are for who looks into an error, and are not served.
  if (app !== 'site') return
  for await (const file of glob('**/*.map', { cwd: folder })) await rm(join(folder, file))
}

/** What the last build of an app contains. Throws where it was not built. */
export const recordedPackages = async (app: AppName): Promise<ThirdPartyPackage[]> => {
  const text = await readFile(recordFile(app), 'utf8').catch(() => null)
  if (text === null) throw new Error(`apps/${app} is not built: run \`pnpm build\` first.`)
  return JSON.parse(text) as ThirdPartyPackage[]
}
