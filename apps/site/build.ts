import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('.', import.meta.url))
const generated = `${root}node_modules/.cache/generated`

/** The API says what its calls are; the site only shows it. */
const describeApi = async () => {
  const options = { maxBuffer: 64 * 1024 * 1024 }
  const script = fileURLToPath(new URL('../api/src/commands/print-openapi.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [script], options)
  await mkdir(generated, { recursive: true })
  await writeFile(`${generated}/openapi.json`, stdout)
}

/** The command line says what its commands are. */
const describeCli = async () => {
  const script = fileURLToPath(new URL('../../packages/cli/src/help/print-reference.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [script])
  await mkdir(generated, { recursive: true })
  await writeFile(`${generated}/cli.json`, stdout)
}

/** The repository's changelog without its title, which the page has. */
const copyChangelog = async () => {
  const text = await readFile(new URL('../../CHANGELOG.md', import.meta.url), 'utf8')
  await mkdir(generated, { recursive: true })
  await writeFile(`${generated}/changelog.md`, text.replace(/^# .*\n/, ''))
}

// A build asks nothing of the network.
process.env['ASTRO_TELEMETRY_DISABLED'] = '1'
process.chdir(root)
const [{ build }] = await Promise.all([import('astro'), describeApi(), describeCli(), copyChangelog()])
await build({ root, logLevel: 'warn' })
