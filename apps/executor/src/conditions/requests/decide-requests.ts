import { inTransaction } from '@knockwire/db/transaction'
import { sendDeliveries } from '@knockwire/services/deliveries/delivery-jobs'
import type { ExecutorContext } from '../../context.ts'
import { createDeliveries } from '../../deliver/create-deliveries.ts'
import { decideAll } from '../decide-rules.ts'
import {
  type DecidedSubject,
  isEventful,
  readEventually,
  type ReadPrevious,
  type ReadRule,
  readRules,
} from '../read-rules.ts'
import { loadReceiverRules, type Rule } from '../rules.ts'
import { noticesOf } from '../undecided.ts'
import { notifyDecided } from '../write-decided.ts'
import { observeRequest } from './observe-request.ts'
import type { Candidate } from './decision-loop.ts'
import { claimUpTo, takeOldest, type UndecidedRequest } from './undecided-rows.ts'

export type RequestTools = Pick<ExecutorContext, 'database' | 'queue' | 'sandbox' | 'secrets'>

const batchSize = 50
/** Each holds a body of up to 1 MiB until its values are read. */
const atOnce = 5

/** A request with what was read of it by the rules that it had when it came. */
interface ReadRequest {
  position: string
  subject: DecidedSubject
  read: readonly ReadRule[]
}

/** The first request after the notification was made or edited has none before it to compare with. */
const readNoPrevious: ReadPrevious = async (use) => use(async () => null)

/**
 * Decides the oldest requests of a receiver, in their order, each exactly once: what it evaluated before counts only for those
 * whose rows it deletes, in the transaction that also writes what is remembered and the deliveries.
 */
export const decideRequests = async (candidate: Candidate, tools: RequestTools): Promise<void> => {
  const { database, queue } = tools
  const taken = await takeOldest(database.pool, candidate.receiverId, batchSize)
  const last = taken.at(-1)
  if (last === undefined) return
  const requests = await readRequests(candidate, taken, tools)
  // The process ends, and another decides them.
  if (requests === null) return
  await inTransaction(database.pool, async (client) => {
    const claimed = await claimUpTo(client, candidate.receiverId, last.position)
    requireAllOf(claimed, taken)
    const own = requests.filter(({ position }) => claimed.has(position))
    const decided = await decideAll(
      client,
      own.flatMap(({ subject, read }) => read.map((one) => ({ ...one, subject }))),
    )
    await notifyDecided(
      client,
      queue,
      decided.filter(({ decision }) => isEventful(decision)),
    )
  })
}

/** The oldest request of a receiver, which fails again and again, is passed over, and its owner is notified of that. */
export const failOldest = async ({ receiverId, accountId }: Candidate, tools: RequestTools): Promise<void> => {
  const { database, queue } = tools
  const [oldest] = await takeOldest(database.pool, receiverId, 1)
  if (oldest === undefined) return
  const rules = rulesThen(await rulesOf(receiverId, tools), oldest)
  await inTransaction(database.pool, async (client) => {
    const claimed = await claimUpTo(client, receiverId, oldest.position)
    if (!claimed.has(oldest.position)) return
    requireAllOf(claimed, [oldest])
    const notices = noticesOf(subjectOf(oldest, accountId), rules)
    if (notices.length > 0) await sendDeliveries(queue, client, await createDeliveries(client, notices))
  })
}

/** What was evaluated began with the oldest. Else it is rolled back, and the older ones are decided first. */
const requireAllOf = (claimed: ReadonlySet<string>, taken: readonly UndecidedRequest[]) => {
  const known = new Set(taken.map(({ position }) => position))
  if (![...claimed].every((position) => known.has(position)))
    throw new Error('Requests of a receiver are to be decided before those that were taken.')
}

const readRequests = async (
  { receiverId, accountId }: Candidate,
  taken: readonly UndecidedRequest[],
  tools: RequestTools,
): Promise<ReadRequest[] | null> => {
  const rules = await rulesOf(receiverId, tools)
  const readOne = async (request: UndecidedRequest): Promise<ReadRequest | null> => {
    const subject = subjectOf(request, accountId)
    const observation = await observeRequest(tools.database.pool, tools.secrets, request.requestId)
    if (observation === null) return { position: request.position, subject, read: [] }
    const read = await readRules(subject, rulesThen(rules, request), observation, {
      readBody: readEventually(tools.sandbox, accountId),
      readPrevious: readNoPrevious,
    })
    return read && { position: request.position, subject, read }
  }
  const requests: ReadRequest[] = []
  for (let from = 0; from < taken.length; from += atOnce) {
    const read = await Promise.all(taken.slice(from, from + atOnce).map(readOne))
    const found = read.filter((one) => one !== null)
    if (found.length < read.length) return null
    requests.push(...found)
  }
  return requests
}

const rulesOf = async (receiverId: string, { database }: RequestTools): Promise<readonly Rule[]> =>
  (await loadReceiverRules(database.pool, [receiverId])).get(receiverId) ?? []

/** Those that the request had when it came, as far as they are the same still. */
const rulesThen = (rules: readonly Rule[], { ruleVersions }: UndecidedRequest): Rule[] =>
  rules.filter(({ notificationId, version }) => ruleVersions[notificationId] === version)

const subjectOf = ({ requestId }: UndecidedRequest, accountId: string): DecidedSubject => ({
  subjectId: requestId,
  accountId,
  trigger: 'REQUEST',
})
