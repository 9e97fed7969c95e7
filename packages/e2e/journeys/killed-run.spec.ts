import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, glob, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { freePort } from '@knockwire/db/testing/free-port'
import { isRunning } from '@knockwire/db/testing/is-running'
import { expect, test } from '@playwright/test'
import type { Product } from '../harness/product.ts'

const harness = fileURLToPath(new URL('../harness/product.ts', import.meta.url))

/** The id of the PostgreSQL whose data lies somewhere under a directory. */
const postgresIn = async (directory: string): Promise<number> => {
  for await (const file of glob('**/postmaster.pid', { cwd: directory })) {
    return Number.parseInt(await readFile(join(directory, file), 'utf8'), 10)
  }
  throw new Error(`No PostgreSQL runs on data in ${directory}.`)
}

test('a run of journeys that is killed leaves no API, no executor and no PostgreSQL behind', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'knockwire-killed-'))
  await chmod(directory, 0o711)
  // It ends with this process, too: its input does.
  const code = `
    const { startProduct } = await import(${JSON.stringify(harness)})
    const { product } = await startProduct(${await freePort()}, 'killed-product')
    console.log(JSON.stringify(product))
    process.stdin.on('end', () => process.exit()).resume()`
  const run = spawn(process.execPath, ['--input-type=module', '-e', code], {
    // What it cannot remove any more is made in here.
    env: { ...process.env, TMPDIR: directory },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  try {
    const [line = ''] = (await once(createInterface(run.stdout), 'line')) as string[]
    const { processes } = JSON.parse(line) as Product
    const pids = [processes.api, processes.executor, await postgresIn(directory)]
    const running = () => pids.map(isRunning)
    expect(running()).toEqual([true, true, true])
    run.kill('SIGKILL')
    await expect.poll(running, { timeout: 120_000 }).toEqual([false, false, false])
  } finally {
    run.kill('SIGKILL')
    await rm(directory, { recursive: true, force: true })
  }
})
