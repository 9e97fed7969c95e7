import { chmod, glob, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isRunning } from '@knockwire/db/testing/processes/is-running'
import { startProgram } from '@knockwire/db/testing/processes/start-program'
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
  try {
    const code = `
      const { startProduct } = await import(${JSON.stringify(harness)})
      const { product } = await startProduct({ logName: 'killed-product' })
      console.log(JSON.stringify(product))`
    // What it cannot remove any more is made in the directory.
    const { run, line } = await startProgram(code, { ...process.env, TMPDIR: directory })
    const { processes } = JSON.parse(line) as Product
    const pids = [processes.api, processes.executor, await postgresIn(directory)]
    const running = () => pids.map(isRunning)
    expect(running()).toEqual([true, true, true])
    run.kill('SIGKILL')
    await expect.poll(running, { timeout: 120_000 }).toEqual([false, false, false])
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
})
