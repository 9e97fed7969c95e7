/** When somebody could take signals, in epoch milliseconds. */
export interface Presence {
  fromMs: number
  untilMs: number
  /** It said itself that it ended then; else it was renewed last at some time within the lease before. */
  isEnded?: boolean
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

/** How long a process is believed to be there after it said so last; one that is killed is believed too long. */
export const presenceLeaseMs = 10_000

/** Until when it was surely there: no earlier than it began. */
const surelyUntil = ({ fromMs, untilMs, isEnded = false }: Presence): number =>
  isEnded ? untilMs : Math.max(fromMs, untilMs - presenceLeaseMs)

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

/**
 * Makes deadlines later by the time in which nobody could take a signal, as far as it is known by `nowMs`: also by what of it
 * follows once the deadline is later. Each absence counts from when the last process was surely there.
 */
export const createExtension = (
  presences: readonly Presence[],
  nowMs: number,
): ((fromMs: number, deadlineMs: number) => number) => {
  const gaps = gapsOf(presences, nowMs)
  return (fromMs, deadlineMs) => {
    let extendedMs = deadlineMs
    for (const gap of gaps) {
      const startMs = Math.max(gap.sinceMs, fromMs)
      if (gap.untilMs > fromMs && startMs < extendedMs) extendedMs += gap.untilMs - startMs
    }
    return extendedMs
  }
}
