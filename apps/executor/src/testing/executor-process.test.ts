import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { useTestDatabase } from './test-executor.ts'

const { url } = await useTestDatabase()
const executorProcess = fileURLToPath(new URL('./executor-process.ts', import.meta.url))

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it('a run of tests that is killed leaves no executor behind', async () => {
  // It ends with this process, too: its input does.
  const code = `
    const { startExecutorProcess } = await import(${JSON.stringify(executorProcess)})
    console.log((await startExecutorProcess(${JSON.stringify(url)})).pid)
    process.stdin.on('end', () => process.exit()).resume()`
  const run = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [line] = (await once(createInterface(run.stdout), 'line')) as string[]
  const pid = Number(line)
  expect(isRunning(pid)).toBe(true)
  run.kill('SIGKILL')
  await expect.poll(() => isRunning(pid)).toBe(false)
})
