import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '@knockwire/embedded-postgres/embedded-postgres'
import { afterEach, beforeEach, it } from 'vitest'
import { root } from '../process/root.ts'
import { runProgram } from '../process/run-program.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'knockwire-plan-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

const planSet = () => {
  const env = { ...process.env, DATABASE_URL: '', KNOCKWIRE_DATA_DIR: directory }
  const args = [join(root, 'infra', 'plan', 'main.ts'), 'nobody@example.com', 'SUPER']
  return runProgram({ command: process.execPath, args, env })
}

it('a command for the operator makes no embedded database: without DATABASE_URL it is at the wrong server', async () => {
  const outcome = await planSet()
  assert.equal(outcome.code, 2)
  assert.match(outcome.output, /^DATABASE_URL is not set, and .* holds no embedded database\..*knockwire-operator/)
  assert.deepEqual(await readdir(directory), [])
})

it('pnpm plan:set starts the embedded database where nothing else runs it, and migrates nothing', async () => {
  const made = await startEmbedded(directory)
  await made.stop()
  const outcome = await planSet()
  assert.equal(outcome.code, 1)
  assert.match(outcome.output, /^The database was never migrated\. Start this version or run its migration/)
})
