import { fileURLToPath } from 'node:url'
import { isRunning } from '@knockwire/db/testing/processes/is-running'
import { startProgram } from '@knockwire/db/testing/processes/start-program'
import { createTestDatabase } from '@knockwire/db/testing/test-database'
import { expect, it, onTestFinished } from 'vitest'
import { type ApiProcess, untilReady } from './api-process.ts'

const apiProcess = fileURLToPath(new URL('./api-process.ts', import.meta.url))

it('a run of tests that is killed leaves no API behind', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  const { run, line } = await startProgram(`
    const { startApiProcess } = await import(${JSON.stringify(apiProcess)})
    console.log(JSON.stringify(await startApiProcess({ DATABASE_URL: ${JSON.stringify(database.url)} })))`)
  const api = JSON.parse(line) as ApiProcess
  await untilReady(api)
  run.kill('SIGKILL')
  await expect.poll(() => isRunning(api.pid)).toBe(false)
})
