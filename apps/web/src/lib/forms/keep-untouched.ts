import { isSame } from './use-form-values.ts'

interface Edit<Input> {
  /** As it was read. */
  stored: Input
  /** As the form would send it before anything is typed. */
  before: Input
  /** As the form sends it now. */
  after: Input
}

/** What is sent: fields that were not edited are as they are stored, and not as their form shows them. */
export const keepUntouched = <Input extends object>({ stored, before, after }: Edit<Input>): Input => {
  const untouched = (Object.keys(after) as (keyof Input)[]).filter((key) => isSame(before[key], after[key]))
  return { ...after, ...Object.fromEntries(untouched.map((key) => [key, stored[key]])) }
}
