import type { GroupCommit } from '../commit/group-commit.ts'
import { maxStoredBytes } from '../commit/stored-answer.ts'
import type { Verdict } from '../commit/write-requests.ts'
import type { Answer, IncomingRequest, ReceivedRequest } from '../received-request.ts'
import type { ReceiverSettings } from '../settings/receiver-settings.ts'
import type { KnownReceiver, SettingsCache } from '../settings/settings-cache.ts'
import type { OnRecorded } from '../trace-received.ts'
import { errorResponses, type Sent, toSent } from './answers.ts'
import type { Hold } from './limits/memory-budget.ts'

export interface RecordTools {
  cache: SettingsCache
  commits: GroupCommit<ReceivedRequest, Verdict>
  /** Null where nobody asks. */
  onRecorded: OnRecorded | null
  /** Null where too many of the account wait for theirs. */
  render: (receiver: ReceiverSettings, request: IncomingRequest) => Answer | Promise<Answer | null>
}

export interface Recordable {
  incoming: IncomingRequest
  token: string
  known: KnownReceiver
  /** Holds the body already. */
  memory: Hold
}

/** Settings that change again and again while a request is being answered: it is given up after so many. */
const maxTries = 8

/**
 * Records a whole request and says what it is answered: by the settings that hold when it is committed. Where they moved
 * meanwhile, it is answered again.
 */
export const recordRequest = async (
  recordable: Recordable,
  { cache, commits, render, onRecorded }: RecordTools,
): Promise<Sent> => {
  const { incoming, token, memory } = recordable
  let { known } = recordable
  for (let tries = 0; tries < maxTries; tries += 1) {
    const { settings } = known
    if (settings === null) return errorResponses.noReceiver
    const rendered = render(settings, incoming)
    const answer = rendered instanceof Promise ? await rendered : rendered
    if (answer === null) return errorResponses.busy
    const bytes = bytesBesideBody(incoming, answer)
    if (!memory.take(bytes)) return errorResponses.busy
    const startedAt = performance.now()
    const notKept = Math.max(0, answer.body.length - maxStoredBytes)
    const received = { ...incoming, receiver: settings, answer, bytes: incoming.body.length + bytes - notKept }
    const verdict = await commits.add(received)
    if (verdict === null) return errorResponses.unavailable
    if (verdict.kind === 'recorded') {
      onRecorded?.(received, performance.now() - startedAt)
      return toSent(answer)
    }
    if (verdict.kind === 'over-limit') {
      // Counted from before the commit, so that it ends rather too soon than too late: then the database decides.
      known.exhaustedUntilMs = startedAt + verdict.minuteLeftMs
      return errorResponses.overLimit(verdict.minuteLeftMs)
    }
    cache.drop(token)
    known = await cache.load(token)
  }
  return errorResponses.unavailable
}

/** About: text is mostly of one byte a character. */
const bytesBesideBody = ({ url, storedHeaders }: IncomingRequest, answer: Answer) =>
  url.length + storedHeaders.length + answer.body.length
