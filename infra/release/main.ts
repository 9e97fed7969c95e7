import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runProgram } from '../process/run-program.ts'
import { addSection, changelogSection } from './changelog.ts'
import { readChangesets } from './changesets.ts'
import { setVersion } from './versions.ts'

/**
 * `pnpm changeset …`: Changesets itself, and for `version` what makes a release of its new versions: the changelog's section, and the
 * version of the root and of the chart. Works on the folder that it is started in.
 */
const directory = process.cwd()
const args = process.argv.slice(2)
const read = (file: string) => readFile(join(directory, file), 'utf8')
const versionOf = async (file: string) => (JSON.parse(await read(file)) as { version: string }).version

const changesets = args[0] === 'version' ? await readChangesets(directory) : []
// It may ask questions.
const { status } = spawnSync('changeset', args, { cwd: directory, stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)

if (changesets.length > 0) {
  const [from, to] = [await versionOf('package.json'), await versionOf('apps/api/package.json')]
  await setVersion(directory, from, to)
  const section = changelogSection(changesets, to, new Date().toISOString().slice(0, 10))
  await writeFile(join(directory, 'CHANGELOG.md'), addSection(await read('CHANGELOG.md'), section))
  await runProgram({ command: 'oxfmt', args: ['CHANGELOG.md'], directory })
  console.log(`Everything is of version ${to}. Read CHANGELOG.md before you commit it.`)
}
