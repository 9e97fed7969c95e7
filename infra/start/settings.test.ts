import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { root } from '../process/root.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'knockwire-one-machine-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

it.each([
  ['PUBLIC_ORIGIN', 'https://monitor.example'],
  ['RECEIVER_ORIGIN', 'https://hooks.example'],
  ['HOST', '0.0.0.0'],
  ['TRUST_PROXY', '1'],
])('the start command refuses embedded mode with %s=%s, before anything is started', async (name, value) => {
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: '',
    KNOCKWIRE_DATA_DIR: join(directory, 'data'),
    [name]: value,
  }
  const { status, stderr } = spawnSync(process.execPath, ['infra/start.mjs'], { cwd: root, env, encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stderr).toContain(`${name}=${value} would let others reach embedded mode`)
  expect(stderr).toContain('Set DATABASE_URL and ENCRYPTION_KEY')
  expect(await readdir(directory)).toEqual([])
})
