import type { SentSignal } from '@knockwire/db/testing/invariants/heartbeats/record'
import { signalPrefix } from '@knockwire/db/testing/invariants/heartbeats/note-signals'
import type { ExpectedCalls } from '@knockwire/db/testing/invariants/heartbeats/record'
import type { SentRequest } from '@knockwire/db/testing/invariants/record'
import { sleep } from '../../parts/bench.ts'
import { idOf } from '../world/rows.ts'
import { postTo } from '../world/user.ts'
import type { PlannedSignal } from './plan-signals.ts'
import { heartbeatTokenOf, unmetMark } from './seed-heartbeats.ts'

/** As `curl --retry` does: a sender that is not answered tries again. */
const retryMs = 700

export interface SignalSenders {
  signals: SentSignal[]
  /** The same as requests. */
  sent: SentRequest[]
  /** Resolves when each has sent what was planned. */
  ended: Promise<unknown>
}

const suffixOf = ({ kind, exitCode }: PlannedSignal): string => {
  if (exitCode !== null) return `/${exitCode}`
  return kind === 'START' ? '/start' : kind === 'FAIL' ? '/fail' : ''
}

/** One sender a heartbeat, each of which sends one signal after the other. */
export const startSignals = (
  origin: string,
  {
    expected,
    signals: planned,
    startMs,
  }: { expected: readonly ExpectedCalls[]; signals: PlannedSignal[][]; startMs: number },
): SignalSenders => {
  const signals: SentSignal[] = []
  const sent: SentRequest[] = []
  let count = 0
  const send = async (index: number, receiverId: string, signal: PlannedSignal): Promise<boolean> => {
    const runId = signal.run === null ? null : idOf(`run ${index} ${signal.run}`)
    const mark = signal.kind === 'UNMET' ? `&${unmetMark}` : ''
    const key = `${signalPrefix}${(count += 1)}${runId === null ? '' : `&rid=${runId}`}${mark}`
    const sentMs = Date.now()
    const url = `${origin}/r/${heartbeatTokenOf(index)}${suffixOf(signal)}?${key}`
    const outcome = await postTo(url, key)
    const acknowledgedMs = outcome === 'acknowledged' ? Date.now() : null
    signals.push({ receiverId, key, kind: signal.kind, runId, sentMs, acknowledgedMs })
    sent.push({ key, outcome })
    if (outcome === 'refused') throw new Error(`The signal ${key} was refused.`)
    return outcome === 'acknowledged'
  }
  const loop = async (index: number, { receiverId }: ExpectedCalls) => {
    for (const signal of planned[index] ?? []) {
      await sleep(Math.max(0, startMs + signal.atMs - Date.now()))
      while (!(await send(index, receiverId, signal))) await sleep(retryMs)
    }
  }
  const loops = expected.map((one, index) => loop(index, one))
  const ended = Promise.all(loops)
  // It is awaited when the faults are over; until then a failure is not an unhandled one.
  ended.catch(() => {})
  return { signals, sent, ended }
}
