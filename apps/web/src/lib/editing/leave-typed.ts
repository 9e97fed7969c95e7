import { isSame } from '../forms/use-form-values.ts'
import type { Editing } from './editing.ts'
import { leaveTyped, takeTyped } from './typed-text.ts'

interface NextForm<Values> {
  name: string
  /** What it takes of sections that were typed in. */
  asTaken: (values: Partial<Values>) => unknown
  /** What is stored by then beside what was sent. */
  stored?: unknown
}

/** Leaves what was typed since it was sent to the form that is shown next, and whatever is typed until that form is shown. */
export function leaveTypedSince<Values extends object>(
  { state, subscribe }: Pick<Editing<Values, unknown>, 'state' | 'subscribe'>,
  sent: Partial<Values>,
  { name, asTaken, stored }: NextForm<Values>,
): void {
  let left: Partial<Values> | undefined
  const leave = () => {
    const { values } = state()
    // Other changes of the state come after the next form has taken it.
    if (values === left) return
    left = values
    const typed = Object.entries(values).filter(([section, value]) => !isSame(value, sent[section as keyof Values]))
    if (typed.length > 0) leaveTyped(name, asTaken(Object.fromEntries(typed) as Partial<Values>), [sent, stored])
    else takeTyped(name)
  }
  leave()
  subscribe(leave)
}
