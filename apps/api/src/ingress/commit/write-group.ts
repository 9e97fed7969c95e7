import { heartbeatSignals, undecidedRequests } from '@knockwire/domain/jobs'
import type pg from 'pg'
import { announceDeliveries } from '@knockwire/services/deliveries/delivery-jobs'
import type { ReceivedRequest } from '../received-request.ts'
import { leaveUndecided } from './leave-undecided.ts'
import { type DeliveryTools, makeDeliveries } from './make-deliveries.ts'
import { type Verdict, writeRequests } from './write-requests.ts'

/** Somebody else had the same rows in another order; the next try finds them free. */
const retryableErrorCodes = new Set(['40001', '40P01'])

const isRetryable = (error: unknown) =>
  error instanceof Error && 'code' in error && retryableErrorCodes.has(String(error.code))

/** Commits a group: one statement where nobody is to be notified, else one transaction. */
export const writeGroup = async (
  pool: pg.Pool,
  group: readonly ReceivedRequest[],
  tools: DeliveryTools,
): Promise<Verdict[]> => {
  const write = group.some(hasNotifications) ? writeAndNotify : writeAlone
  try {
    return await withClient(pool, (client) => write(client, group, tools))
  } catch (error) {
    if (isRetryable(error)) return withClient(pool, (client) => write(client, group, tools))
    throw error
  }
}

/** A HEAD only asks what a GET would be answered: it fires none. */
const hasNotifications = ({ receiver, method }: ReceivedRequest) =>
  (receiver.notifications.length > 0 || receiver.rules.length > 0) && method !== 'HEAD'

const withClient = async <T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
  const client = await pool.connect()
  try {
    const done = await work(client)
    client.release()
    return done
  } catch (error) {
    // Closed rather than rolled back: whatever state the connection is in, nobody gets it again.
    client.release(true)
    throw error
  }
}

const writeAlone = async (client: pg.PoolClient, group: readonly ReceivedRequest[], tools: DeliveryTools) => {
  const { verdicts, areSignalsWaiting } = await writeRequests(client, group, tools)
  if (areSignalsWaiting) tools.queue.announce(heartbeatSignals)
  return verdicts
}

const writeAndNotify = async (client: pg.PoolClient, group: readonly ReceivedRequest[], tools: DeliveryTools) => {
  await client.query('begin')
  const { verdicts, areSignalsWaiting } = await writeRequests(client, group, tools)
  const toNotify = group.filter((request, index) => verdicts[index]?.kind === 'recorded' && hasNotifications(request))
  await makeDeliveries(client, toNotify, tools)
  await leaveUndecided(client, toNotify)
  await client.query('commit')
  announceDeliveries(
    tools.queue,
    toNotify.flatMap(({ receiver }) => receiver.notifications.map(({ type }) => type)),
  )
  if (toNotify.some(({ receiver }) => receiver.rules.length > 0)) tools.queue.announce(undecidedRequests)
  if (areSignalsWaiting) tools.queue.announce(heartbeatSignals)
  return verdicts
}
