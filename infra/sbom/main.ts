import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type AppName, recordedPackages } from '../build/record-packages.ts'
import { root } from '../process/root.ts'
import { billOfMaterials } from './bill-of-materials.ts'

const appNames: readonly AppName[] = ['api', 'executor', 'web', 'site']

/** `pnpm sbom [FILE] [APP...]`: what the built apps contain; all of them, or those that are named. */
const [file = join(root, 'knockwire.cdx.json'), ...named] = process.argv.slice(2)
const unknown = named.find((name) => !appNames.some((app) => app === name))
if (unknown !== undefined) {
  console.error(`There is no app ${unknown}, but ${appNames.join(', ')}.`)
  process.exit(1)
}

const apps = appNames.filter((name) => named.length === 0 || named.includes(name))
try {
  const contents = new Map(await Promise.all(apps.map(async (app) => [app, await recordedPackages(app)] as const)))
  const { version }: { version: string } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const lock = await readFile(join(root, 'pnpm-lock.yaml'), 'utf8')
  await writeFile(file, billOfMaterials(lock, { version, now: Date.now(), id: randomUUID(), contents }))
  const ids = new Set([...contents.values()].flat().map((one) => `${one.name}@${one.version}`))
  console.log(`${ids.size} packages are listed in ${file}.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
