import { type Difference, differencesOf, type MergeField, type Versions } from './merge.ts'

/** What is saved, and what its editing started from. */
export interface Attempt<Values extends object, Base> {
  values: Values
  base: Base
}

/** A save that was rejected, since something was saved elsewhere after editing started. */
export interface Conflict<Values extends object, Base> {
  versions: Versions<Values>
  differences: readonly Difference[]
  fields: readonly MergeField<Values>[]
  /** What is stored by now. */
  stored: Base
}

/** What was typed, beside what it started from and what is stored by now; what was not edited is as it was. */
export function conflictOf<Values extends object, Base>(
  { values, base }: Attempt<Partial<Values>, Base>,
  stored: Base,
  { fields, valuesOf }: { fields: readonly MergeField<Values>[]; valuesOf: (base: Base) => Values },
): Conflict<Values, Base> {
  const versions = { base: valuesOf(base), mine: { ...valuesOf(base), ...values }, theirs: valuesOf(stored) }
  return { versions, differences: differencesOf(fields, versions), fields, stored }
}
