import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, it } from 'vitest'
import { isRunning } from './is-running.ts'
import { startProgram } from './start-program.ts'

const server = fileURLToPath(new URL('../test-server.ts', import.meta.url))

/** A run of tests that has started its PostgreSQL. */
const startRun = async () => {
  const { run, line: url } = await startProgram(`
    const { startTestServer } = await import(${JSON.stringify(server)})
    const server = await startTestServer()
    console.log(server.url)
    process.once('SIGTERM', () => server.stop())`)
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ data_directory: string }>('show data_directory')
  await client.end()
  const directory = rows[0]?.data_directory ?? ''
  const [pid] = (await readFile(`${directory}/postmaster.pid`, 'utf8')).split('\n')
  return { run, directory, pid: Number(pid) }
}

it('a run of tests that is killed leaves no PostgreSQL and no data behind', async () => {
  const { run, directory, pid } = await startRun()
  expect([isRunning(pid), existsSync(directory)]).toEqual([true, true])
  run.kill('SIGKILL')
  await expect.poll(() => [isRunning(pid), existsSync(directory)]).toEqual([false, false])
})
