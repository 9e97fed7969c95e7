import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../process/root.ts'
import { billedProjects, billOfMaterials } from './bill-of-materials.ts'
import { lockedPackages } from './locked-packages.ts'

const [file = join(root, 'knockwire.cdx.json')] = process.argv.slice(2)
const locked = lockedPackages(await readFile(join(root, 'pnpm-lock.yaml'), 'utf8'), billedProjects)
const { version }: { version: string } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
await writeFile(file, billOfMaterials(locked, version))
console.log(`${locked.packages.size} packages are listed in ${file}.`)
