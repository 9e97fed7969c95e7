import type { Between } from './absences.ts'

/** When it started last, of those of its name that did not end. */
export interface OpenRun extends Between {
  id: string | null
  /** When it started first: its time limit counts from then. */
  first: Between
  /** While its heartbeat is down nothing shows whether it has taken too long: it may be open, or not any more. */
  mayBeOver: boolean
}

export const withoutRun = (runs: readonly OpenRun[], runId: string | null): OpenRun[] =>
  runs.filter(({ id }) => id !== runId)

/** What is left of a run whose first start is overdue: the last one, where that came later. */
export const startedAgain = ({ id, fromMs, toMs, first }: OpenRun): OpenRun[] =>
  fromMs > first.fromMs ? [{ id, fromMs, toMs, first: { fromMs, toMs }, mayBeOver: false }] : []

/** Of runs that may be over each by itself, either none is open, or some are: so their number doubles nothing. */
export const noneOrSome = (runs: readonly OpenRun[]): OpenRun[][] =>
  runs.length > 0 && runs.every(({ mayBeOver }) => mayBeOver) ? [[], [...runs]] : [[...runs]]

/** All that is possible together, of what is possible of each. */
export const together = (possible: readonly OpenRun[][][]): OpenRun[][] =>
  possible.reduce<OpenRun[][]>(
    (before, ofOne) => before.flatMap((runs) => ofOne.map((some) => [...runs, ...some])),
    [[]],
  )

/** From when on the time limit of one counts that starts: from the first start, where one of its name is open. */
export const firstStarts = (runs: readonly OpenRun[], runId: string | null, at: Between): Between[] => {
  const same = runs.find(({ id }) => id === runId)
  if (same === undefined) return [at]
  return same.mayBeOver ? [same.first, at] : [same.first]
}
