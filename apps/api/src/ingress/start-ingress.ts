import { totalmem } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseHandle } from '@knockwire/db/client'
import { completions, heartbeatSignals } from '@knockwire/domain/jobs'
import { ClientBound } from './http/limits/client-bound.ts'
import { receiversChannel } from '@knockwire/db/channels'
import { listen } from '@knockwire/queue/listen'
import { repeat } from '@knockwire/queue/wakeable-timer'
import { createCompletionTokens } from '@knockwire/services/secrets/completion-token'
import type { Secrets } from '@knockwire/services/secrets/secrets'
import type { Queue } from '@knockwire/queue/queue'
import type { Tracing } from '@knockwire/services/tracing/tracing'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { createSandbox, type Sandbox } from '../sandbox/sandbox.ts'
import type { Settings } from '../settings.ts'
import { createProxyTrust } from '../access/client/trusted-proxies.ts'
import { GroupCommit } from './commit/group-commit.ts'
import { RejectedSignals } from './commit/rejected-signals.ts'
import { writeGroup } from './commit/write-group.ts'
import type { Verdict } from './commit/write-requests.ts'
import { countRejection, handleRequest, type RequestTools } from './http/handle-request.ts'
import { httpsOnly } from './http/answers.ts'
import { type SenderTimeouts, startListener } from './http/listener.ts'
import { MemoryBudget } from './http/limits/memory-budget.ts'
import { type MemoryLimits, memoryLimitsOf } from './http/limits/memory-limits.ts'
import { createAddressReader } from '../access/client/client-address.ts'
import { createIngressMetrics, gaugeIngress, type IngressMetrics } from './metrics.ts'
import { openIngressPool } from './open-pool.ts'
import { endWithinMs, type RecordedPresence, recordPresence } from './presence.ts'
import type { ReceivedRequest } from './received-request.ts'
import { renderAnswer } from './render/render-answer.ts'
import { RejectionCounter } from './rejections/rejection-counter.ts'
import { writeRejections } from './rejections/write-rejections.ts'
import { loadReceivers } from './settings/receiver-settings.ts'
import { SettingsCache } from './settings/settings-cache.ts'
import { createReceivedTraces } from './trace-received.ts'
import { InFlightCounter } from './http/limits/pending-responses.ts'

export interface IngressContext {
  settings: Settings
  queue: Queue
  secrets: Secrets
  tracing: Tracing | null
  log: Logger
  registry: Registry
  isStopping?: () => boolean
  /** Epoch milliseconds. */
  now: () => number
  timeouts?: SenderTimeouts
  /** Instead of what the memory of this machine or container leaves. */
  memoryLimits?: Partial<MemoryLimits>
  /** How long a group waits for a row that somebody else holds, in milliseconds. */
  lockTimeoutMs?: number
  /** How often the counts of rejected requests are written, in milliseconds. */
  rejectionFlushMs?: number
  /** Makes what its receivers' templates are filled in by. */
  createSandbox?: () => Sandbox
}

export interface Ingress {
  port: number
  /** To be measured. */
  pool: DatabaseHandle['pool']
  stop: () => Promise<void>
}

/** A second group in flight keeps PostgreSQL at work while the first one's answers are written. */
const groupsInFlight = 2
/** One more looks receivers up, and one counts what is rejected. */
const connections = groupsInFlight + 2
const groupLimits = { maxItems: 256, maxBytes: 8 * 1024 * 1024, maxWaiting: 10_000 }
const drainMs = 10_000
const defaultRejectionFlushMs = 3_000
/** An alert is made within a second of its time: a sign of life is to be known by then. */
const signalFlushMs = 500

/** Far more than a target that ends its jobs needs, and little to us. */
const completionBounds = { atOnce: 50, guessesPerMinute: 60 }

/** The receivers' side of the product: accepts, commits in groups, answers. */
export const startIngress = async (context: IngressContext): Promise<Ingress> => {
  const { settings, secrets, tracing, log, registry, now, timeouts, lockTimeoutMs } = context
  const { rejectionFlushMs = defaultRejectionFlushMs } = context
  const limits = { ...memoryLimitsOf(availableMemory()), ...context.memoryLimits }
  const database = openIngressPool(settings.databaseUrl, { max: connections, lockTimeoutMs, log })
  const cache = new SettingsCache((tokens) => loadReceivers(database.pool, tokens))
  const sandbox = (context.createSandbox ?? createSandbox)()
  const budget = new MemoryBudget(limits.bytesInFlight)
  const metrics = createIngressMetrics(registry)
  let presence: RecordedPresence | undefined
  const noteFailure = (error: unknown) => presence?.noteFailure(error)
  const commits = createCommits({ ...context, noteFailure }, database, metrics)
  gaugeIngress(
    registry,
    () => commits.waiting,
    () => budget.used,
  )
  const rejections = new RejectionCounter({
    write: (counts) => writeRejections(database.pool, counts),
    onError: (error) => log.warn({ err: error }, 'rejected requests could not be counted yet'),
    onDropped: ({ reason, minuteMs, count }, error) =>
      log.error(
        { err: error, reason, minute: new Date(minuteMs), count },
        'count of rejected requests cannot be written',
      ),
  })
  const rejectedSignals = new RejectedSignals({
    pool: database.pool,
    reload: (tokens) => loadReceivers(database.pool, tokens),
    onSignalsWaiting: () => context.queue.announce(heartbeatSignals),
    onError: (error) => log.warn({ err: error }, 'signals of rejected requests could not be written yet'),
  })
  const tools: RequestTools = {
    rejections,
    rejectedSignals,
    completions: {
      pool: database.pool,
      tokens: createCompletionTokens(settings.keyring),
      bound: new ClientBound({ ...completionBounds, now: () => performance.now() }),
      onCompleted: () => context.queue.announce(completions),
    },
    cache,
    commits,
    metrics,
    secrets,
    render: (receiver, request) => renderAnswer(receiver, request, sandbox),
    onRecorded: tracing && createReceivedTraces(tracing, now),
    addressOf: createAddressReader(settings.trustProxy),
    onError: (error) => {
      noteFailure(error)
      log.error({ err: error }, 'a request to a receiver failed')
    },
    isStopping: context.isStopping ?? (() => false),
    now,
  }
  const changes = await followChanges(context, cache)
  const inFlight = new InFlightCounter()
  const flushing = [flushEvery(rejectionFlushMs, rejections), flushEvery(signalFlushMs, rejectedSignals)]
  const stop = async () => {
    await inFlight.idle()
    await Promise.all(flushing.map((one) => one.stop()))
    await Promise.all([changes.close(), sandbox.close()])
    await database.close()
  }
  try {
    // Before it takes the first call: where the database is away at once, the time since then is known as an absence.
    presence = await recordPresence(database.pool, (error) =>
      log.warn({ err: error }, 'presence of the ingress could not be recorded'),
    )
    const listener = await startListener({
      ...addressOptions(settings),
      ...(timeouts && { timeouts }),
      budget,
      connections: { ...limits, isProxy: isProxyBy(settings.trustProxy), onRejected: metrics.rejectedConnection },
      answer: (exchange) => inFlight.follow(() => handleRequest(exchange, tools)),
      onOtherMethod: (url) => countRejection(url, 'METHOD_NOT_ALLOWED', tools),
    })
    return {
      port: listener.port,
      pool: database.pool,
      stop: async () => {
        // Nothing that is sent from now on is sure to be taken.
        const ended = presence?.stop()
        await Promise.race([ended, sleep(endWithinMs)])
        await Promise.all([ended, listener.close(drainMs)])
        await stop()
      },
    }
  } catch (error) {
    await presence?.stop()
    await stop()
    throw error
  }
}

/** A container's limit, where it has one. */
const availableMemory = () => {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

const isProxyBy = (trusted: Settings['trustProxy']) => {
  const trust = createProxyTrust(trusted)
  return (address: string) => trust !== false && trust(address, 0)
}

/** Where to listen, and what the address calls for in every answer. */
const addressOptions = ({ host, receiverPort, receiverOrigin }: Settings) => ({
  host,
  port: receiverPort,
  headers: receiverOrigin.startsWith('https:') ? httpsOnly : [],
})

/** Flushes again and again, and once more when stopped. */
const flushEvery = (everyMs: number, kept: Pick<RejectionCounter, 'flush'>) => {
  const repeating = repeat(everyMs, async () => {
    await kept.flush()
    return everyMs
  })
  return {
    stop: async () => {
      await repeating.stop()
      await kept.flush()
    },
  }
}

const createCommits = (
  context: IngressContext & { noteFailure: (error: unknown) => void },
  { pool }: DatabaseHandle,
  metrics: IngressMetrics,
) => {
  const { queue, settings, log, now, noteFailure } = context
  const tools = { queue, publicOrigin: settings.publicOrigin, limits: settings.limits, now }
  return new GroupCommit<ReceivedRequest, Verdict>({
    ...groupLimits,
    maxInFlight: groupsInFlight,
    now: () => performance.now(),
    bytesOf: ({ bytes }) => bytes,
    write: async (group) => {
      const startedAt = performance.now()
      const verdicts = await writeGroup(pool, group, tools)
      metrics.committed(group.length, performance.now() - startedAt)
      return verdicts
    },
    onError: (error) => {
      metrics.failed()
      noteFailure(error)
      log.error({ err: error }, 'requests could not be recorded')
    },
    onRejected: ({ id, receiver }, error) => {
      const ids = { receivedRequestId: id, receiverId: receiver.id, accountId: receiver.accountId }
      log.error({ ...ids, err: error }, 'received request cannot be recorded')
    },
  })
}

/** Drops from the cache what changes, and caches nothing while changes are not announced. */
const followChanges = ({ settings, log }: IngressContext, cache: SettingsCache) =>
  listen({
    url: settings.databaseUrl,
    applicationName: 'knockwire-ingress-changes',
    channels: [receiversChannel],
    onNotification: (_channel, token) => cache.drop(token),
    onListening: () => cache.resume(),
    onError: (error) => {
      cache.pause()
      log.warn({ err: error }, 'receiver change listener lost')
    },
  })
