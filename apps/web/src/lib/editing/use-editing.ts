import type { FieldErrors } from '@knockwire/domain/errors'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { createEditing, type Editing, type EditingOptions, type EditingState } from './editing.ts'
import { useTypedText, withTyped } from './use-typed-text.ts'

interface UseEditingOptions<Values extends object, Base, Saved> extends EditingOptions<Values, Base, Saved> {
  /** What it starts with. */
  start: { values: Values; base: Base; errors?: FieldErrors }
  /** Under which what is typed is kept where the page has to be reloaded. */
  name?: string
  /** The values that were saved last, where they hold what is stored but never sent back, such as a password. */
  savedValues?: () => unknown
}

/** A form that is open from the start, as that of a draft or a dialog is: all of its sections are edited. */
export interface FormEditing<Values extends object, Base>
  extends Editing<Values, Base>, Omit<EditingState<Values, Base>, 'values' | 'isDirty'> {
  values: Values
}

export function useEditing<Values extends object, Base, Saved>(
  options: UseEditingOptions<Values, Base, Saved>,
): FormEditing<Values, Base> {
  const [editing] = useState(() => createEditing<Values, Base, Saved>(options.start, options))
  useEffect(() => editing.use(options))
  const state = useSyncExternalStore(editing.subscribe, editing.state)
  const typed = useTypedText(
    options.name,
    () => (editing.isDirty() ? editing.state().values : undefined),
    () => [options.valuesOf(editing.state().base), options.savedValues?.()],
  )
  useEffect(() => {
    if (typed !== undefined) editing.change(withTyped(editing.state().values, typed))
  }, [editing, typed])
  return { ...editing, ...state, values: state.values as Values }
}
