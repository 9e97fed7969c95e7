import type { Span } from '../record.ts'
import type { HeartbeatRecord, SentSignal } from './record.ts'

/*
 * How much later than its grace a heartbeat may go down, and how much later it has to, since no ingress could take requests. Both are
 * computed from what the run did to its processes and how long its callers waited, and from nothing that the product recorded.
 */

type Known = Pick<HeartbeatRecord, 'faults' | 'absences' | 'sent'>

/** A time between two others, in epoch milliseconds. */
export interface Between {
  fromMs: number
  toMs: number
}

/** An ingress says so often that it is there; one that says nothing for longer than the other was not (decision 104). */
const beatMs = 500
const mostBetweenBeatsMs = 2000
/** After an absence, there is so much more time, once, for a sender that tries again. */
const retryAllowanceMs = 5000
/** A session waits for its database this long; after an interruption, several may one after the other. */
const sessionMs = 5000
const sessions = 4
/** A busy machine runs timers late. */
const timersMs = 1500
/** What was in flight when a process was stopped arrives by then. */
const inFlightMs = 250

/** How long after a fault an ingress may not know, or not say, that it can take requests; null: it does not concern it. */
const tailMs = ({ what }: Span): number | null => {
  const [subject, kind] = what.split(' ')
  if (subject === 'api') return timersMs
  if (subject === 'database') return beatMs + sessionMs + timersMs
  if (subject !== 'link') return null
  return kind === 'half-open' ? sessions * sessionMs + timersMs : beatMs + sessionMs + timersMs
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

/** So long at least did a call wait that was sent as an ingress stopped saying that it was there. */
const promptMs = mostBetweenBeatsMs - beatMs

/** Times in which a machine was so busy that an ingress may not have said that it was there, as its callers saw. */
export const waitsOf = (sent: readonly SentSignal[]): Between[] =>
  merged(
    sent.flatMap(({ sentMs, acknowledgedMs }) =>
      acknowledgedMs !== null && acknowledgedMs - sentMs > promptMs
        ? [{ fromMs: sentMs - 2 * beatMs, toMs: acknowledgedMs + 2 * beatMs }]
        : [],
    ),
  )

/** What happens while the ingress is frozen is noticed when it goes on. */
const noticedMs = (faults: readonly Span[], { toMs }: Span, tail: number): number =>
  faults
    .filter(({ what }) => what === 'api freeze')
    .toSorted((a, b) => a.fromMs - b.fromMs)
    .reduce((endMs, freeze) => (freeze.fromMs <= endMs ? Math.max(endMs, freeze.toMs + tail) : endMs), toMs + tail)

/** Times that the product may take for absences: from the last time that an ingress may have said that it was there. */
const possibleAbsences = ({ faults, sent }: Known): Between[] => {
  const ofFaults = faults.flatMap((fault) => {
    const tail = tailMs(fault)
    return tail === null ? [] : [{ fromMs: fault.fromMs - beatMs - timersMs, toMs: noticedMs(faults, fault, tail) }]
  })
  return merged([...ofFaults, ...waitsOf(sent)])
}

/** An ingress says that it is there before its listener is, and its program prints that both are. */
const startMs = 3000
/** Until a database that is asked to end does not answer any more. */
const endMs = 1000

/** What waits on the link when a process is stopped arrives as late as that lets it. */
const isHeldUp = ({ what }: Span) => what === 'link stall' || what === 'link slow'

const silentFrom = (faults: readonly Span[], atMs: number): number =>
  faults
    .filter(isHeldUp)
    .reduce((fromMs, link) => (link.fromMs <= fromMs && fromMs <= link.toMs ? link.toMs : fromMs), atMs) + inFlightMs

/** Times in which surely no ingress could take a request, and none said that it could. */
const outagesOf = (faults: readonly Span[], absences: readonly Span[]): Between[] => {
  const ofIngress = absences.map(({ what, fromMs, toMs }) => ({
    fromMs: silentFrom(faults, fromMs),
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
  /** Whether an absence may have ended between the two: of equal waits, only then may the one that began first end last. */
  mayEndBetween: (fromMs: number, toMs: number) => boolean
}

/** What follows in the time that is added counts as well. */
const extended = (absences: readonly Between[], sinceMs: number, deadlineMs: number): number => {
  let atMs = deadlineMs
  for (const { fromMs, toMs } of absences) {
    if (toMs <= sinceMs || fromMs >= atMs) continue
    atMs += toMs - Math.max(fromMs, sinceMs) + (atMs === deadlineMs ? retryAllowanceMs : 0)
  }
  return atMs
}

export const extensionOf = (known: Known): Extension => {
  const possible = possibleAbsences(known)
  const certain = outagesOf(known.faults, known.absences).filter(
    ({ fromMs, toMs }) => toMs - fromMs > mostBetweenBeatsMs,
  )
  return {
    atMost: (sinceMs, deadlineMs) => extended(possible, sinceMs, deadlineMs),
    atLeast: (sinceMs, deadlineMs) => extended(certain, sinceMs, deadlineMs),
    mayEndBetween: (fromMs, toMs) => possible.some((one) => one.fromMs < toMs && one.toMs > fromMs),
  }
}

/**
 * Whether calls may have been lost then without that anybody could notice: a freeze may be too short to be told from a busy machine,
 * and on a link that loses what is sent, an ingress may have been there all the same.
 */
export const mayBeUnnoticed = (faults: readonly Span[], { fromMs, toMs }: Between): boolean =>
  faults.some((fault) => {
    const isShort = fault.what === 'api freeze' && fault.toMs - fault.fromMs < mostBetweenBeatsMs + timersMs
    const isOfLink = fault.what.startsWith('link')
    const untilMs = fault.toMs + (isOfLink ? sessions * sessionMs : 0) + timersMs
    return (isShort || isOfLink) && fault.fromMs <= toMs && untilMs >= fromMs
  })
