import { useState } from 'react'
import { type Choices, merge, type MergeField } from './merge.ts'
import { type Attempt, type Conflict, conflictOf } from './conflict.ts'

interface ConflictOptions<Values extends object, Base> {
  valuesOf: (base: Base) => Values
  /** How a conflict shows the values; it may be loaded first. */
  mergeFields: (values: Partial<Values>) => readonly MergeField<Values>[] | Promise<readonly MergeField<Values>[]>
}

/** What was saved elsewhere while it was edited here, and which of the two is chosen. */
export function useConflict<Values extends object, Base>({ valuesOf, mergeFields }: ConflictOptions<Values, Base>) {
  const [conflict, setConflict] = useState<Conflict<Values, Base> | null>(null)
  return {
    conflict,
    /** Whether what is stored by now differs from what was typed; a dialog then offers both. */
    detect: async (attempt: Attempt<Partial<Values>, Base>, stored: Base): Promise<boolean> => {
      const found = conflictOf(attempt, stored, { fields: await mergeFields(attempt.values), valuesOf })
      if (found.differences.length > 0) setConflict(found)
      return found.differences.length > 0
    },
    /** What was chosen of both sides, to be saved from what is stored. `latest`: what has been typed since. */
    choose: (choices: Choices, latest: Partial<Values> = {}): Attempt<Values, Base> | null =>
      conflict && {
        values: merge(
          conflict.fields,
          { ...conflict.versions, mine: { ...conflict.versions.mine, ...latest } },
          choices,
        ),
        base: conflict.stored,
      },
    /** The form stays as it was typed. */
    close: () => setConflict(null),
  }
}
