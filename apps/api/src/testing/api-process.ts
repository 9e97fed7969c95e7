import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort } from '@knockwire/db/testing/processes/free-port'
import { bareEnvironment } from '@knockwire/db/testing/processes/bare-environment'
import { programFile } from '@knockwire/db/testing/processes/program-file'
import { expect, vi } from 'vitest'

const main = programFile({
  source: new URL('../main.ts', import.meta.url),
  bundle: new URL('../../dist/main.js', import.meta.url),
})
/** A run of tests that is killed outright leaves no API behind. */
const endWithParent = fileURLToPath(new URL('../../../../infra/start/end-with-parent.ts', import.meta.url))

export interface ApiProcess {
  origin: string
  /** Where its receivers are called. */
  receiverOrigin: string
  /** Where its metrics are. */
  operatorOrigin: string
  pid: number
  /** What it wrote, both ways. */
  output: () => string
  signal: (name: NodeJS.Signals) => void
  ended: Promise<number | null>
}

/** The API as it is started in production: its own process, listening, with nothing but environment variables. */
export const startApiProcess = async (environment: Record<string, string>): Promise<ApiProcess> => {
  const [port, receiverPort, operatorPort] = [await freePort(), await freePort(), await freePort()]
  const env = {
    ...bareEnvironment(),
    PORT: String(port),
    RECEIVER_PORT: String(receiverPort),
    OPERATOR_PORT: String(operatorPort),
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    KNOCKWIRE_EMBEDDED: '1',
    ...environment,
  }
  const child = spawn(process.execPath, ['--import', endWithParent, main], {
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => (output += data.toString()))
  const ended = once(child, 'exit').then(([code]: (number | null)[]) => code ?? null)
  return {
    origin: `http://127.0.0.1:${port}`,
    receiverOrigin: `http://127.0.0.1:${receiverPort}`,
    operatorOrigin: `http://127.0.0.1:${operatorPort}`,
    pid: child.pid ?? 0,
    output: () => output,
    signal: (name) => void child.kill(name),
    ended,
  }
}

export const untilReady = ({ origin }: ApiProcess) =>
  vi.waitFor(async () => expect((await fetch(`${origin}/readyz`)).status).toBe(200), { timeout: 60_000 })
