import type { Span } from '../record.ts'

/*
 * How much later than its grace a heartbeat may go down, and how much later it has to, since no ingress could take requests. Both are
 * computed from what the run did to its processes, and from nothing that the product recorded.
 */

/** A time between two others, in epoch milliseconds. */
export interface Between {
  fromMs: number
  toMs: number
}

/** An ingress that is killed is believed to be there for so long at most (decision 77). */
const leaseMs = 10_000
/** It says so this often, and tries again after this long where the database did not answer. */
const renewalMs = 4000
/** A session waits for its database this long. */
const sessionMs = 5000
/** A busy machine runs timers late. */
const timersMs = 1500

/** How long after a fault an ingress may not know, or not say, that it can take requests; null: it does not concern it. */
const tailMs = ({ what }: Span): number | null => {
  const [subject, kind] = what.split(' ')
  if (subject === 'api') return timersMs
  if (subject === 'database') return renewalMs + sessionMs + timersMs
  if (subject !== 'link') return null
  return kind === 'half-open' ? sessionMs + renewalMs + timersMs : renewalMs + timersMs
}

const merged = (spans: readonly Between[]): Between[] => {
  const result: Between[] = []
  for (const one of spans.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const last = result.at(-1)
    if (last !== undefined && one.fromMs < last.toMs) last.toMs = Math.max(last.toMs, one.toMs)
    else result.push({ ...one })
  }
  return result
}

/** Times that the product may take for absences: no shorter than a lease, from the last time that an ingress may have renewed it. */
const possibleAbsences = (faults: readonly Span[]): Between[] => {
  const spans = faults.flatMap((fault) => {
    const tail = tailMs(fault)
    return tail === null ? [] : [{ fromMs: fault.fromMs - renewalMs - timersMs, toMs: fault.toMs + tail }]
  })
  return merged(spans).filter(({ fromMs, toMs }) => toMs - fromMs >= leaseMs)
}

/** An ingress says that it is there before its listener is, and its program prints that both are. */
const startMs = 3000
/** Until a database that is asked to end does not answer any more. */
const endMs = 1000

/** Times in which surely no ingress could take a request, and none said that it could. */
const outagesOf = (faults: readonly Span[], absences: readonly Span[]): Between[] => {
  const ofIngress = absences.map(({ what, fromMs, toMs }) => ({
    fromMs,
    toMs: what.endsWith('freeze') ? toMs : toMs - startMs,
  }))
  const ofDatabase = faults
    .filter(({ what }) => what === 'database kill' || what === 'database restart')
    .map(({ fromMs, toMs }) => ({ fromMs: fromMs + endMs, toMs }))
  return merged([...ofIngress, ...ofDatabase].filter(({ fromMs, toMs }) => toMs > fromMs))
}

export interface Extension {
  /** The latest that a deadline may be of which the signal is waited for since `sinceMs`. */
  atMost: (sinceMs: number, deadlineMs: number) => number
  /** The earliest. */
  atLeast: (sinceMs: number, deadlineMs: number) => number
  /** No ingress could take requests then, and the lease of one that is no more hid that. */
  isHidden: (atMs: number) => boolean
}

/** What follows in the time that is added counts as well. `hiddenMs`: a deadline so soon after the beginning may not know of it. */
const extended = (absences: readonly Between[], sinceMs: number, deadlineMs: number, hiddenMs = 0): number => {
  let atMs = deadlineMs
  for (const { fromMs, toMs } of absences) {
    if (toMs > sinceMs && fromMs + hiddenMs < atMs) atMs += toMs - Math.max(fromMs, sinceMs)
  }
  return atMs
}

export const extensionOf = (faults: readonly Span[], absences: readonly Span[]): Extension => {
  const [possible, outages] = [possibleAbsences(faults), outagesOf(faults, absences)]
  // Those that are too long for a lease to hide.
  const certain = outages.filter(({ fromMs, toMs }) => toMs - fromMs > leaseMs)
  return {
    atMost: (sinceMs, deadlineMs) => extended(possible, sinceMs, deadlineMs),
    atLeast: (sinceMs, deadlineMs) => extended(certain, sinceMs, deadlineMs, leaseMs),
    isHidden: (atMs) => outages.some(({ fromMs, toMs }) => fromMs <= atMs && atMs <= Math.min(toMs, fromMs + leaseMs)),
  }
}
