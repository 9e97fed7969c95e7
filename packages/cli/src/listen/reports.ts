import { setTimeout as delay } from 'node:timers/promises'
import { CallError, type Client, retryAfterMsOf } from '../api/client.ts'

export interface Report {
  target: string
  startedAt: string
  durationMs: number
  status: number | null
  error: string | null
}

export interface Reports {
  add: (requestId: string, report: Report) => void
  /** Waits for those that are left, so long at most. */
  finish: (timeoutMs: number) => Promise<void>
  /** How many were not sent, and will not be. */
  dropped: () => number
}

/** A burst is reported at once, and what follows at a pace that leaves the account most of its calls a minute. */
const burst = 60
const paceMs = 250
const mostWaiting = 10_000

/** Reports forwards beside forwarding, one at a time: no forward waits for it, and none fails for it. */
export function openReports(client: Client, receiverId: string): Reports {
  const waiting: [requestId: string, report: Report][] = []
  let dropped = 0
  let isSending = false
  let sentAtOnce = 0
  let idle = Promise.withResolvers<void>()
  idle.resolve()

  const send = async (requestId: string, report: Report): Promise<void> => {
    for (let tries = 0; ; tries += 1) {
      try {
        await client.reportForward(
          { receiverId, executionId: requestId, body: report },
          { signal: AbortSignal.timeout(30_000) },
        )
        return
      } catch (error) {
        const isFinal = error instanceof CallError && error.status < 500 && error.status !== 429
        if (isFinal || tries >= 5) {
          dropped += 1
          return
        }
        await delay(retryAfterMsOf(error) ?? 1000 * 2 ** tries, undefined, { ref: false })
      }
    }
  }
  const sendAll = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await send(...next)
      sentAtOnce += 1
      if (sentAtOnce > burst && waiting.length > 0) await delay(paceMs, undefined, { ref: false })
    }
    sentAtOnce = 0
    isSending = false
    idle.resolve()
  }
  return {
    add: (requestId, report) => {
      waiting.push([requestId, report])
      if (waiting.length > mostWaiting) {
        waiting.shift()
        dropped += 1
      }
      if (isSending) return
      isSending = true
      idle = Promise.withResolvers<void>()
      void sendAll()
    },
    finish: async (timeoutMs) => {
      await Promise.race([idle.promise, delay(timeoutMs)])
      dropped += waiting.length
    },
    dropped: () => dropped,
  }
}
