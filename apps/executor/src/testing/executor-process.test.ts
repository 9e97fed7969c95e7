import { fileURLToPath } from 'node:url'
import { isRunning } from '@knockwire/db/testing/processes/is-running'
import { startProgram } from '@knockwire/db/testing/processes/start-program'
import { expect, it } from 'vitest'
import { useTestDatabase } from './test-executor.ts'

const { url } = await useTestDatabase()
const executorProcess = fileURLToPath(new URL('./executor-process.ts', import.meta.url))

it('a run of tests that is killed leaves no executor behind', async () => {
  const { run, line } = await startProgram(`
    const { startExecutorProcess } = await import(${JSON.stringify(executorProcess)})
    console.log((await startExecutorProcess(${JSON.stringify(url)})).pid)`)
  const pid = Number(line)
  expect(isRunning(pid)).toBe(true)
  run.kill('SIGKILL')
  await expect.poll(() => isRunning(pid)).toBe(false)
})
