import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { isRunning } from '@knockwire/db/testing/is-running'
import { createTestDatabase } from '@knockwire/db/testing/test-database'
import { expect, it, onTestFinished } from 'vitest'
import { type ApiProcess, untilReady } from './api-process.ts'

const apiProcess = fileURLToPath(new URL('./api-process.ts', import.meta.url))

it('a run of tests that is killed leaves no API behind', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  // It ends with this process, too: its input does.
  const code = `
    const { startApiProcess } = await import(${JSON.stringify(apiProcess)})
    console.log(JSON.stringify(await startApiProcess({ DATABASE_URL: ${JSON.stringify(database.url)} })))
    process.stdin.on('end', () => process.exit()).resume()`
  const run = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [line = ''] = (await once(createInterface(run.stdout), 'line')) as string[]
  const api = JSON.parse(line) as ApiProcess
  await untilReady(api)
  run.kill('SIGKILL')
  await expect.poll(() => isRunning(api.pid)).toBe(false)
})
