import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { rolldown } from 'rolldown'
import { expect, it, onTestFinished } from 'vitest'
import { root } from '../process/root.ts'
import { bundleOutput, inAscii } from './bundle-app.ts'

const source = `
import { errorForLog } from ${JSON.stringify(join(root, 'packages/services/src/error-for-log.ts'))}

interface Thrown { name: string }
const fail = (thrown: Thrown): never => {
  throw new Error('“💩” ' + thrown.name)
}

try {
  fail({ name: 'no' })
} catch (error) {
  console.log(JSON.stringify({ stack: (error as Error).stack, logged: errorForLog(error) }))
}
`

it('an error of bundled code names the lines of its sources in the log', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'knockwire-positions-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'thrower.ts')
  await writeFile(file, source)
  const bundle = await rolldown({ input: { main: file }, platform: 'node', plugins: [inAscii] })
  await bundle.write({ dir: join(folder, 'dist'), ...bundleOutput })
  await bundle.close()
  const program = join(folder, 'dist/main.js')
  const { stdout } = await promisify(execFile)(process.execPath, [program])
  const { stack, logged } = JSON.parse(stdout) as { stack: string; logged: { stack: string } }
  expect(stack).toContain(`${pathToFileURL(program).href}:`)
  expect(logged.stack).toContain(`${file}:6:9`)
  expect(logged.stack).toContain(`${file}:10:3`)
  expect(logged.stack).not.toContain(program)
  expect(await readFile(program, 'utf8')).toMatch(/^[\n -~]*$/)
})
