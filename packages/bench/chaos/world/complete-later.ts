import type { SentCompletion } from '@knockwire/db/testing/invariants/completions/check-completions'
import { sleep } from '../../parts/bench.ts'

/** What a target says of the nth execution that it accepts; null: nothing. */
interface Said {
  afterMs: number
  suffix: string
  failure: SentCompletion['failure']
}

const success = { suffix: '', failure: null }

/** In turn: silence, failures, successes, one before its response, and one that contradicts itself. */
const turns: readonly (readonly Omit<Said, 'afterMs'>[])[] = [
  [success],
  [{ suffix: '/fail', failure: { exitCode: null } }],
  [success],
  [],
  [{ suffix: '/7', failure: { exitCode: 7 } }],
  [
    { suffix: '/0', failure: null },
    { suffix: '/fail', failure: { exitCode: null } },
  ],
  [success],
]
const delaysMs = [0, 400, 1200, 2500, 5800] as const

const answerMs = 10_000
const retryMs = 400

export interface Completer {
  sent: SentCompletion[]
  /** Begins to complete an execution that is being accepted. */
  accept: (executionId: string, address: string) => void
  /** Resolves when nothing more will be sent. */
  settle: () => Promise<void>
}

/** Completes executions at the listener of receivers, again and again until it is answered. */
export const createCompleter = (receiverOrigin: string): Completer => {
  const sent: SentCompletion[] = []
  const pending = new Set<Promise<void>>()
  let count = 0
  const send = async (executionId: string, url: string, failure: SentCompletion['failure']): Promise<boolean> => {
    const sentMs = Date.now()
    const one: SentCompletion = { executionId, failure, sentMs, answeredMs: null, answered: null }
    sent.push(one)
    try {
      const answer = await fetch(url, { method: 'POST', signal: AbortSignal.timeout(answerMs) })
      await answer.text()
      one.answered = answer.status
      one.answeredMs = Date.now()
      return answer.status < 500
    } catch {
      return false
    }
  }
  const complete = async (executionId: string, path: string, number: number) => {
    await sleep(delaysMs[number % delaysMs.length] ?? 0)
    for (const { suffix, failure } of turns[number % turns.length] ?? [])
      while (!(await send(executionId, `${receiverOrigin}${path}${suffix}`, failure))) await sleep(retryMs)
  }
  return {
    sent,
    accept: (executionId, address) => {
      const completed = complete(executionId, new URL(address).pathname, (count += 1)).finally(() => {
        pending.delete(completed)
      })
      pending.add(completed)
    },
    settle: async () => {
      await Promise.all(pending)
    },
  }
}
