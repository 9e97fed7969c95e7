/** When somebody could take signals, in epoch milliseconds. */
export interface Presence {
  fromMs: number
  untilMs: number
  /** It was surely there until then, and nobody knows of later; else it was renewed last at some time within the lease before. */
  isExact?: boolean
}

/** A time in which nobody was surely there. */
export interface Gap {
  /** Since when nobody said that it was there. */
  fromMs: number
  untilMs: number
  /** When the last one before was surely there. */
  sinceMs: number
}

interface Together extends Presence {
  sureMs: number
}

/** How long a process is believed to be there that records a lease; one that is killed is believed too long. */
export const presenceLeaseMs = 10_000

/** An ingress says so often that it is there. */
export const beatMs = 500

/**
 * One that says nothing for longer than this was not there meanwhile. Shorter interruptions, such as a slow commit, are none. It is
 * also how long an alert waits for somebody to say that it was there at its time.
 */
export const mostBetweenBeatsMs = 2000

/** After an absence, a sender that was not answered has so much more time to try again. */
export const retryAllowanceMs = 5000

/** Until when it was surely there: no earlier than it began. */
const surelyUntil = ({ fromMs, untilMs, isExact = false }: Presence): number =>
  isExact ? untilMs : Math.max(fromMs, untilMs - presenceLeaseMs)

/** Those that meet are one, in their order. */
const merged = (presences: readonly Presence[]): Together[] => {
  const result: Together[] = []
  for (const one of presences.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const last = result.at(-1)
    const sureMs = surelyUntil(one)
    if (last !== undefined && one.fromMs <= last.untilMs) {
      last.untilMs = Math.max(last.untilMs, one.untilMs)
      last.sureMs = Math.max(last.sureMs, sureMs)
    } else result.push({ ...one, sureMs })
  }
  return result
}

/** The times between them, up to now. What was before the first is not known. */
export const gapsOf = (presences: readonly Presence[], nowMs: number): Gap[] => {
  const known = merged(presences)
  return known.flatMap(({ untilMs, sureMs }, index) => {
    const nextMs = known[index + 1]?.fromMs ?? nowMs
    return nextMs > untilMs ? [{ fromMs: untilMs, untilMs: nextMs, sinceMs: sureMs }] : []
  })
}

/** What is known by `nowMs` of when somebody could take signals. */
export interface KnownPresence {
  presences: readonly Presence[]
  nowMs: number
  /** When the latest signal was taken that is known: somebody was there then, too. */
  takenAtMs?: number
}

interface Known {
  gaps: readonly Gap[]
  /** Up to when all is known; what was since then will soon be. */
  provenMs: number
}

const knownOf = ({ presences, nowMs, takenAtMs = -Infinity }: KnownPresence): Known => {
  const gaps = gapsOf(presences, nowMs)
  const last = gaps.at(-1)
  if (last?.untilMs !== nowMs) return { gaps, provenMs: nowMs }
  const isOfLast = takenAtMs > last.fromMs && takenAtMs - last.fromMs <= mostBetweenBeatsMs
  const provenMs = isOfLast ? Math.min(takenAtMs, nowMs) : last.fromMs
  if (nowMs - provenMs <= mostBetweenBeatsMs) return { gaps: gaps.slice(0, -1), provenMs }
  const open = isOfLast ? { ...last, fromMs: provenMs, sinceMs: provenMs } : last
  return { gaps: [...gaps.slice(0, -1), open], provenMs: nowMs }
}

/** Whether a signal at that time would have moved the deadline on to the one that is asked about, and to none before it. */
export type CountsAt = (epochMs: number) => boolean

/** Gives the deadline of a signal that is waited for since `fromMs`; where `countsAt` is given, only since a time that counts. */
export type Extend = (fromMs: number, deadlineMs: number, countsAt?: CountsAt) => number

/**
 * Makes deadlines later by the time in which nobody could take a signal, and by some time to try again: also by what of it follows once
 * the deadline is later. While it is not known yet whether somebody was there at a deadline, it is not before now: nothing is decided then.
 */
export const createExtension = (known: KnownPresence): Extend => {
  const { gaps, provenMs } = knownOf(known)
  return (fromMs, deadlineMs, countsAt) => {
    let extendedMs = deadlineMs
    for (const gap of gaps) {
      const beginMs = Math.max(gap.sinceMs, fromMs)
      if (gap.untilMs <= fromMs || beginMs >= extendedMs) continue
      const startMs = countsAt === undefined ? beginMs : firstThatCounts(countsAt, beginMs, gap.untilMs)
      if (startMs === null || startMs >= extendedMs) continue
      extendedMs += gap.untilMs - startMs + (extendedMs === deadlineMs ? retryAllowanceMs : 0)
    }
    return extendedMs > provenMs ? Math.max(extendedMs, known.nowMs) : extendedMs
  }
}

/**
 * The first time from `fromMs` until before `untilMs` that counts; null where none does. It takes some milliseconds to find one between
 * them, and most absences lie wholly on one side: so their ends are asked about first.
 */
const firstThatCounts = (countsAt: CountsAt, fromMs: number, untilMs: number): number | null => {
  if (countsAt(fromMs)) return fromMs
  let [beforeMs, afterMs] = [Math.floor(fromMs), Math.ceil(untilMs) - 1]
  if (afterMs <= beforeMs || !countsAt(afterMs)) return null
  while (afterMs - beforeMs > 1) {
    const middleMs = Math.floor((beforeMs + afterMs) / 2)
    if (countsAt(middleMs)) afterMs = middleMs
    else beforeMs = middleMs
  }
  return afterMs
}

export interface Absence {
  fromMs: number
  untilMs: number
}

/** In which parts of a time nobody could take a request, as far as it is known by now. */
export const absencesWithin = (known: KnownPresence, { fromMs, untilMs }: Absence): Absence[] =>
  knownOf(known)
    .gaps.map((gap) => ({ fromMs: Math.max(gap.sinceMs, fromMs), untilMs: Math.min(gap.untilMs, untilMs) }))
    .filter((absence) => absence.untilMs > absence.fromMs)
