import { spawn } from 'node:child_process'
import { root } from './root.ts'

interface Program {
  command: string
  args: string[]
  env?: NodeJS.ProcessEnv
  directory?: string
}

export interface Outcome {
  code: number
  /** Standard output and error, as they came. */
  output: string
}

/** Runs a program to its end and keeps what it said. */
export const runProgram = ({ command, args, env, directory = root }: Program): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: directory, env: env ?? process.env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const keep = (chunk: Buffer) => (output += chunk.toString())
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.once('error', reject)
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
