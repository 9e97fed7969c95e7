import { type LastResults, networkSignOf, withResult } from '@knockwire/domain/outages/evidence'
import type { OutboundClient } from '@knockwire/outbound/create-client'
import { createWakeableTimer } from '@knockwire/queue/wakeable-timer'
import type { Logger } from 'pino'

/** Addresses of others that show by their answers whether the network works. */
export interface Witnesses {
  results: () => readonly LastResults[]
  /** Asks them again, unless they were asked since that time. */
  ask: (sinceMs: number) => void
  /** During an outage they are asked more often. */
  setUrgent: (isUrgent: boolean) => void
  stop: () => Promise<void>
}

interface WitnessesOptions {
  urls: readonly string[]
  client: OutboundClient
  log: Logger
  now: () => number
  everyMs?: number
}

const calmEveryMs = 30_000
const urgentEveryMs = 2000
const leastEveryMs = 1000
const answerWithinMs = 5000

/** Asks each of them in the background, with HEAD: any response will do. */
export const startWitnesses = ({ urls, client, log, now, everyMs = calmEveryMs }: WitnessesOptions): Witnesses => {
  const nothing: LastResults = { lastAnswerMs: null, lastFailureMs: null, failingSinceMs: null }
  const resultsOf = new Map(urls.map((url) => [url, nothing]))
  const timer = createWakeableTimer()
  let isUrgent = false
  let queriedMs = 0

  const queryOne = async (url: string) => {
    const request = { uri: url, method: 'HEAD', headers: [], followRedirect: false, allowInsecureCerts: false } as const
    const outcome = await client.send(request, { signal: AbortSignal.timeout(answerWithinMs) })
    const code = outcome.kind === 'failure' ? outcome.code : null
    // The signal above has aborted it, since no answer came in time.
    const sign = code === 'INTERRUPTED' ? 'NO_ANSWER' : networkSignOf(code)
    if (sign === null) return log.warn({ url, errorCode: code }, 'witness cannot be called')
    const before = resultsOf.get(url) ?? nothing
    resultsOf.set(url, withResult(before, sign, now()))
    if (sign === 'NO_ANSWER' && before.lastAnswerMs === null)
      log.warn({ url, errorCode: code }, 'witness has never answered, so it does not count')
  }
  const loop = async () => {
    while (!timer.isStopped()) {
      queriedMs = now()
      await Promise.all(urls.map(queryOne))
      await timer.sleep(isUrgent ? urgentEveryMs : everyMs, leastEveryMs)
    }
  }
  const ended = urls.length === 0 ? Promise.resolve() : loop()
  return {
    results: () => [...resultsOf.values()],
    ask: (sinceMs) => queriedMs < sinceMs && timer.wake(),
    setUrgent: (urgent) => {
      isUrgent = urgent
      if (urgent) timer.wake()
    },
    stop: async () => {
      timer.stop()
      await ended
    },
  }
}
