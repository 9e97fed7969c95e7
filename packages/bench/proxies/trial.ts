import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@knockwire/embedded-postgres/free-port'
import { seedReceivers } from '../ingress/seed-receivers.ts'
import { sleep } from '../parts/bench.ts'
import { type BenchDatabase, startBenchDatabase } from '../parts/bench-database.ts'
import type { Programs } from '../restore/product.ts'
import { checkProxy } from './checks.ts'
import { createClient } from './client.ts'
import { type LoadSeen, startLoad } from './load.ts'
import { startProcess } from './product.ts'
import { makeCertificate, names, type Place, type Ports, type Proxy, startProxy, writeConfig } from './proxies.ts'

const loops = 8
const receivers = 200
/** How long each process takes part in the load before the next one is restarted. */
const betweenMs = 2_000
const readyWithinMs = 20_000

export interface TrialSeen extends LoadSeen {
  restarts: number
  /** Webhooks of the load that are stored. */
  stored: number
  export: { mib: number; firstByteMs: number; totalMs: number }
}

const pickPorts = async (): Promise<Ports> => {
  const ports: number[] = []
  while (ports.length < 6) {
    const port = await freePort()
    if (!ports.includes(port)) ports.push(port)
  }
  const [https = 0, http = 0, a = 0, b = 0, c = 0, d = 0] = ports
  return { https, http, first: [a, b], second: [c, d] }
}

const untilReady = async (call: () => Promise<{ status: number }>) => {
  const until = performance.now() + readyWithinMs
  for (;;) {
    const status = await call().then(
      (answer) => answer.status,
      (error: unknown) => String(error),
    )
    if (status === 200) return
    if (performance.now() > until) throw new Error(`The product is not reached through the proxy: ${status}`)
    await sleep(100)
  }
}

interface Trial {
  proxy: Proxy
  program: string
  place: Place
  certificate: string
  database: BenchDatabase
  programs: Programs
  log: (line: string) => void
}

const storedSql = `select count(*)::int as count from received_requests where convert_from(request_body, 'UTF8') like 'webhook %'`

const run = async ({ proxy, program, place, certificate, database, programs, log }: Trial): Promise<TrialSeen> => {
  const { ports } = place
  const file = await writeConfig(proxy, program, place)
  const processes = {
    first: await startProcess(database, ports, 'first', programs),
    second: await startProcess(database, ports, 'second', programs),
  }
  const front = startProxy(proxy, program, file, place)
  const client = createClient(ports.https, certificate, 4 * loops)
  try {
    await Promise.race([untilReady(() => client.call('dashboard', '/readyz')), front.ended])
    const exported = await checkProxy(client, database.pool, `https://${names.dashboard}:${ports.https}`)
    log(`${proxy.name}: sign-up, webhooks, headers and an export are as without it.`)
    const load = startLoad(client, await seedReceivers(database.pool, receivers), loops)
    let restarts = 0
    for (const which of ['first', 'second', 'first', 'second'] as const) {
      await sleep(betweenMs)
      await processes[which].stop()
      processes[which] = await startProcess(database, ports, which, programs)
      restarts += 1
    }
    await sleep(betweenMs)
    const seen = await load.stop()
    const { rows } = await database.pool.query<{ count: number }>(storedSql)
    return { ...seen, restarts, stored: rows[0]?.count ?? 0, export: exported }
  } finally {
    await client.close()
    await front.stop()
    await Promise.all([processes.first.stop(), processes.second.stop()])
  }
}

/**
 * Starts two processes of the product behind the proxy with the example of `deploy/`, uses them through it as people and programs do, and
 * restarts them in turn under load. All of it ends with the trial. Throws where the product cannot be used through the proxy.
 */
export const tryProxy = async (
  proxy: Proxy,
  program: string,
  programs: Programs,
  log: (line: string) => void,
): Promise<TrialSeen> => {
  const folder = await mkdtemp(join(tmpdir(), 'knockwire-proxies-'))
  const database = await startBenchDatabase()
  try {
    const certificate = await makeCertificate(folder)
    const place = { folder, ports: await pickPorts() }
    return await run({ proxy, program, place, certificate, database, programs, log })
  } finally {
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
