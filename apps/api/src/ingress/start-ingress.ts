import { openDatabase, type DatabaseHandle } from '@knockwire/db/client'
import { receiversChannel } from '@knockwire/db/channels'
import { listen } from '@knockwire/queue/listen'
import type { Queue } from '@knockwire/queue/queue'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { createSandbox } from '../sandbox/sandbox.ts'
import type { Settings } from '../settings.ts'
import { GroupCommit } from './commit/group-commit.ts'
import { type Verdict, writerSession } from './commit/write-requests.ts'
import { writeGroup } from './commit/write-group.ts'
import { handleRequest, type RequestTools } from './http/handle-request.ts'
import { type SenderPatience, startListener } from './http/listener.ts'
import { MemoryBudget } from './http/memory-budget.ts'
import { createAddressReader } from './http/remote-address.ts'
import { createIngressMetrics, type IngressMetrics } from './metrics.ts'
import type { ReceivedRequest } from './received-request.ts'
import { renderAnswer } from './render/render-answer.ts'
import { loadReceivers } from './settings/receiver-settings.ts'
import { SettingsCache } from './settings/settings-cache.ts'

export interface IngressContext {
  settings: Settings
  queue: Queue
  log: Logger
  registry: Registry
  /** Epoch milliseconds. */
  now: () => number
  patience?: SenderPatience
}

export interface Ingress {
  port: number
  stop: () => Promise<void>
}

/** Measured: a second group under way keeps PostgreSQL at work while the first one's answers are written. */
const groupsInFlight = 2
const connections = groupsInFlight + 1
const groupLimits = { maxItems: 256, maxBytes: 8 * 1024 * 1024, maxWaiting: 10_000 }
const maxHeldBytes = 256 * 1024 * 1024
/** A commit that takes longer is given up, and its senders are told to try again; the second is for a server that does not even say so. */
const timeouts = { statement_timeout: '10000', query_timeout: '12000' }
const drainMs = 10_000

const openPool = ({ settings, log }: IngressContext): DatabaseHandle => {
  const url = new URL(settings.databaseUrl)
  for (const [name, ms] of Object.entries(timeouts)) url.searchParams.set(name, ms)
  const session = Object.entries(writerSession).map(([name, value]) => `-c ${name}=${value}`)
  url.searchParams.set('options', [url.searchParams.get('options') ?? '', ...session].join(' ').trim())
  return openDatabase({
    url: url.href,
    max: connections,
    applicationName: 'knockwire-ingress',
    onIdleError: (error) => log.warn({ err: error }, 'a database connection of the ingress was lost'),
  })
}

const createCommits = (context: IngressContext, { pool }: DatabaseHandle, metrics: () => IngressMetrics) => {
  const { queue, settings, log, now } = context
  const tools = { queue, publicOrigin: settings.publicOrigin, now }
  return new GroupCommit<ReceivedRequest, Verdict>({
    ...groupLimits,
    maxInFlight: groupsInFlight,
    bytesOf: ({ body }) => body.length,
    write: async (group) => {
      const startedAt = performance.now()
      const verdicts = await writeGroup(pool, group, tools)
      metrics().committed(group.length, performance.now() - startedAt)
      return verdicts
    },
    onError: (error) => {
      metrics().failed()
      log.error({ err: error }, 'requests could not be recorded')
    },
  })
}

/** The receivers' side of the product: accepts, commits in groups, answers. */
export const startIngress = async (context: IngressContext): Promise<Ingress> => {
  const { settings, log, registry, now, patience } = context
  const database = openPool(context)
  const cache = new SettingsCache((tokens) => loadReceivers(database.pool, tokens))
  const sandbox = createSandbox()
  const budget = new MemoryBudget(maxHeldBytes)
  const commits: GroupCommit<ReceivedRequest, Verdict> = createCommits(context, database, () => metrics)
  const metrics = createIngressMetrics(registry, { waiting: () => commits.waiting, heldBytes: () => budget.held })
  const tools: RequestTools = {
    cache,
    commits,
    budget,
    metrics,
    render: (receiver, request) => renderAnswer(receiver, request, sandbox),
    addressOf: createAddressReader(settings.trustProxy),
    expectsContinue: new WeakSet(),
    onError: (error) => log.error({ err: error }, 'a request to a receiver failed'),
    now,
  }
  const changes = await listen({
    url: settings.databaseUrl,
    applicationName: 'knockwire-ingress-changes',
    channels: [receiversChannel],
    onNotification: (_channel, token) => cache.drop(token),
    onListening: () => cache.resume(),
    onError: (error) => {
      cache.pause()
      log.warn({ err: error }, 'changes of receivers are not heard just now')
    },
  })
  const stopDatabase = async () => {
    await Promise.all([changes.close(), sandbox.close()])
    await database.close()
  }
  try {
    const { host, receiverPort: port } = settings
    const { expectsContinue } = tools
    const handle = (...[request, response]: Parameters<Parameters<typeof startListener>[0]['handle']>) =>
      void handleRequest(request, response, tools)
    const listener = await startListener({ host, port, ...(patience && { patience }), expectsContinue, handle })
    return {
      port: listener.port,
      stop: async () => {
        await listener.close(drainMs)
        await stopDatabase()
      },
    }
  } catch (error) {
    await stopDatabase()
    throw error
  }
}
