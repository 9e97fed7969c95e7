import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'

/**
 * Runs code as a module in its own process, which ends with this one at the latest, and waits for the first line that
 * it prints. Rejects where it ends before.
 */
export const startProgram = (code: string, env = process.env): Promise<{ run: ChildProcess; line: string }> =>
  new Promise((resolve, reject) => {
    // Its input ends with this process.
    const lasting = `${code}\nprocess.stdin.on('end', () => process.exit()).resume()`
    const run = spawn(process.execPath, ['--input-type=module', '-e', lasting], {
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    createInterface(run.stdout).once('line', (line) => resolve({ run, line }))
    run.once('close', (status, signal) => reject(new Error(`The program ended early (${status ?? signal}).`)))
  })
