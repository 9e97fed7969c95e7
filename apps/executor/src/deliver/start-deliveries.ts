import type { Database } from '@knockwire/db/client'
import { devOutbox } from '@knockwire/db/schema/outbox'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { NotificationType } from '@knockwire/domain/notifications/deliveries/delivery'
import { oldestPendingSince, type PendingWork } from '@knockwire/queue/batcher'
import type { OutboxMessage, SenderDependencies } from '@knockwire/services/channels/channel'
import { channelOf } from '@knockwire/services/channels/settings'
import { type RetryRules, retryWaitsSeconds } from './outcome/retry-waits.ts'
import { createUnsubscribeTokens } from '@knockwire/services/secrets/unsubscribe-token'
import { createSecretValues } from '../secret-values.ts'
import { webhookSecretOf } from '@knockwire/services/secrets/webhook-secret'
import type { ExecutorContext } from '../context.ts'
import type { RenderJob } from '../sandbox/jobs.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { DeliveryWorker, type MadeAttempt } from './delivery-worker.ts'

/** A delivery whose templates had no turn by then is tried again later, and its message does not wait in memory. */
const longestWaitMs = 15_000

/** Fills templates in where they can do no harm. Throws where nobody had time for it: that is no fault of the templates. */
const fillTemplates =
  (sandbox: Sandbox): SenderDependencies['fill'] =>
  async ({ accountId, values }, templates) => {
    const job: RenderJob = { kind: 'render', templates: [...templates], values }
    const outcome = await sandbox.run(accountId, job, { maxWaitMs: longestWaitMs })
    if (outcome.kind === 'busy') throw new Error(outcome.reason)
    if (outcome.kind === 'stopped')
      return { kind: 'failed', reason: `The template was not filled in. ${outcome.reason}` }
    const texts: string[] = []
    for (const rendering of outcome.answer) {
      if (rendering.kind === 'failed') return rendering
      texts.push(rendering.text)
    }
    return { kind: 'filled', texts }
  }

interface DeliveriesOptions {
  /** True while nothing may be sent. */
  isPaused?: () => boolean
  onEnded?: (ended: readonly MadeAttempt[]) => void
  /** The database's clock: what is paced and counted is shared with other executors. This process's where it is left out. */
  now?: () => number
  /** For tests; else by chance. */
  retries?: RetryRules
}

export interface DeliveryWorkers extends PendingWork {
  /** Deliveries have been queued. */
  wake: () => void
  /** Takes no more, lets what is in flight end for so long, and gives the rest back. */
  stop: (drainMs: number) => Promise<void>
}

/** Starts a worker for each channel. */
export const startDeliveries = (context: ExecutorContext, options: DeliveriesOptions = {}): DeliveryWorkers => {
  const { settings, database, secrets, queue, log, onError } = context
  const { publicOrigin, receiverOrigin, isEmbedded, limits } = settings
  const now = options.now ?? Date.now
  const dependencies = dependenciesOf(context, now)
  const shared = {
    pool: database.pool,
    queue,
    log,
    publicOrigin,
    receiverOrigin,
    isEmbedded,
    limits,
    secrets,
    onError,
    ...(options.isPaused && { isPaused: options.isPaused }),
    onEnded: options.onEnded ?? (() => {}),
    now,
    retries: options.retries ?? { waitsSeconds: retryWaitsSeconds, random: Math.random },
  }
  const workers = NotificationType.options.map((type) => {
    const channel = channelOf(type)
    const send = channel.openSender(dependencies)
    return new DeliveryWorker({ ...shared, type, concurrency: channel.concurrency, send })
  })
  return {
    get pendingSince() {
      return oldestPendingSince(workers)
    },
    wake: () => {
      for (const worker of workers) worker.wake()
    },
    stop: async (drainMs) => void (await Promise.all(workers.map((worker) => worker.stop(drainMs)))),
  }
}

const dependenciesOf = (
  { settings, database, secrets, client, mailer, sandbox }: ExecutorContext,
  now: () => number,
): SenderDependencies => {
  const tokens = createUnsubscribeTokens(settings.keyring)
  const { publicOrigin } = settings
  return {
    settings,
    publicOrigin,
    now,
    fill: fillTemplates(sandbox),
    mailer,
    unsubscribeUrl: (accountId, address) => `${publicOrigin}/unsubscribe/${tokens.issue({ accountId, address })}`,
    writeToOutbox: writeToOutbox(database.db, now),
    client,
    secrets,
    secretValuesOf: createSecretValues(database.pool, secrets),
    webhookSecretOf: (accountId) => webhookSecretOf(database.db, secrets, accountId),
  }
}

const writeToOutbox =
  (db: Database, now: () => number) =>
  async ({ channel, to, body }: OutboxMessage): Promise<string> => {
    const id = uuidv7()
    const createdAt = new Date(now())
    await db.insert(devOutbox).values({ id, channel, to, subject: null, body, createdAt })
    return id
  }
