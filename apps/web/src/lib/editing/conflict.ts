import { type Choices, type Difference, differencesOf, merge, type MergeField } from './merge.ts'

/** What is saved, and what its editing started from. */
export interface Attempt<Values extends object, Base> {
  values: Values
  base: Base
}

/** A save that was rejected, since something was saved elsewhere after editing started. Its code is loaded with the first. */
export interface Conflict<Values extends object, Base> {
  differences: readonly Difference[]
  /** What is stored by now. */
  stored: Base
  /** What was chosen of both sides, to be saved from what is stored. `latest`: what has been typed since. */
  choose: (choices: Choices, latest: Partial<Values>) => Attempt<Values, Base>
}

/** What was typed, beside what it started from and what is stored by now; what was not edited is as it was. */
export function conflictOf<Values extends object, Base>(
  { values, base }: Attempt<Partial<Values>, Base>,
  stored: Base,
  { fields, valuesOf }: { fields: readonly MergeField<Values>[]; valuesOf: (base: Base) => Values },
): Conflict<Values, Base> {
  const versions = { base: valuesOf(base), mine: { ...valuesOf(base), ...values }, theirs: valuesOf(stored) }
  return {
    differences: differencesOf(fields, versions),
    stored,
    choose: (choices, latest) => ({
      values: merge(fields, { ...versions, mine: { ...versions.mine, ...latest } }, choices),
      base: stored,
    }),
  }
}
