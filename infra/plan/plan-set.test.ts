import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, it } from 'vitest'
import { root } from '../process/root.ts'
import { runProgram } from '../process/run-program.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'knockwire-plan-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

it('pnpm plan:set starts the embedded database where nothing else runs it, and migrates nothing', async () => {
  const env = { ...process.env, DATABASE_URL: '', KNOCKWIRE_DATA_DIR: directory }
  const args = [join(root, 'infra', 'plan', 'main.ts'), 'nobody@example.com', 'SUPER']
  const outcome = await runProgram({ command: process.execPath, args, env })
  assert.equal(outcome.code, 1)
  assert.match(outcome.output, /^The database was never migrated\. Start this version or run its migration/)
})
