import type { FieldErrors } from '@knockwire/domain/errors'
import { useLayoutEffect, useRef, useState } from 'react'
import { fieldErrorsIn } from '../api/api-error.ts'
import type { MergeField } from './merge.ts'
import { typedBefore } from './typed-text.ts'
import { useTypedText, withTyped } from './use-typed-text.ts'
import { useUndo } from '../forms/use-undo.ts'
import type { Attempt } from './conflict.ts'
import type { EditingHost, OpenSections, SectionEditing, TypedSections } from './sections.ts'
import { useFields } from '../forms/use-fields.ts'
import { isSame } from '../forms/use-form-values.ts'
import { useVersionedSave } from './use-versioned-save.ts'

interface SectionEditingOptions<Values extends object, Base> extends EditingHost<Values, Base> {
  /** What the page shows now: what editing starts from. */
  current: Base
  sections: readonly (keyof Values)[]
  valuesOf: (base: Base) => Values
  /** Whether saving these sections would change anything. */
  hasChanged: (base: Base, values: Partial<Values>) => boolean
  /** In which section an error is shown. */
  sectionOf: (errorKey: string) => keyof Values
  /** What the domain rejects, under the names of the fields. */
  check: (base: Base, values: Partial<Values>) => Promise<FieldErrors>
  save: (attempt: Attempt<Partial<Values>, Base>) => Promise<Base>
  storedNow: (error: Error) => Base | null
  mergeFields: () => readonly MergeField<Values>[] | Promise<readonly MergeField<Values>[]>
  onSaved: (saved: Base) => Promise<void>
  onConflict: (stored: Base) => void
  /** A save was rejected, and about no field. */
  onFailed: (error: Error) => void
}

/**
 * Holds what is being edited of some sections, and publishes it to the page. Save returns those to read mode that are as they
 * were sent: what was typed or opened while the save was in flight stays open.
 */
export function useSectionEditing<Values extends object, Base>(options: SectionEditingOptions<Values, Base>) {
  const { name, start, publish, current, sections, valuesOf, hasChanged, sectionOf } = options
  const [before] = useState(() => typedBefore(name) as TypedSections<Values, Base> | undefined)
  const [base, setBase] = useState(() => withTyped(current, before?.base))
  const latestBase = useRef(base)
  const undo = useUndo()
  const startFrom = (from: Base) => {
    latestBase.current = from
    setBase(from)
  }
  const copiesOf = (from: Base, copied: readonly (keyof Values)[]) => openIn<Values>(valuesOf(from), copied)

  const fields = useFields<OpenSections<Values>>({
    initialValues: withTyped(
      copiesOf(base, [...start.sections, ...Object.keys(start.errors).map((key) => sectionOf(key))]),
      before?.values,
    ),
    initialErrors: start.errors,
    check: (values) => options.check(latestBase.current, openIn(values, sections)),
  })
  const open = openIn(fields.values, sections)
  const latest = () => openIn(fields.latest(), sections)

  useTypedText<TypedSections<Values, Base>>(name, () =>
    isEmpty(latest()) ? undefined : { values: latest(), base: latestBase.current },
  )

  const withoutSections = (errors: FieldErrors, left: readonly (keyof Values)[]): FieldErrors =>
    Object.fromEntries(Object.entries(errors).filter(([key]) => !left.includes(sectionOf(key))))

  const openSections = (opened: readonly (keyof Values)[]) => {
    undo.withdraw()
    saving.allowAgain()
    if (isEmpty(latest())) startFrom(current)
    const closed = opened.filter((section) => latest()[section] === undefined)
    fields.change(copiesOf(latestBase.current, closed), [])
  }
  const show = (errors: FieldErrors) => {
    openSections(Object.keys(errors).map((key) => sectionOf(key)))
    fields.reject(errors)
  }

  const saving = useVersionedSave<Values, Base, Base>({
    ...options,
    save: async (attempt) => {
      await fields.throwIfInvalid()
      return options.save(attempt)
    },
    onStart: (attempt) => {
      startFrom(attempt.base)
      // A conflict is about all sections; those that are only read stay as they are.
      fields.change(openIn<Values>(attempt.values, Object.keys(latest()) as (keyof Values)[]), [])
    },
    onSaved: async (saved, attempt) => {
      await options.onSaved(saved)
      const typed = latest()
      const asSent = sections.filter((section) => isSame(typed[section], attempt.values[section]))
      startFrom(saved)
      fields.change(closing<Values>(asSent), [])
      fields.setErrors((errors) => withoutSections(errors, asSent))
      return Object.keys(typed).length > asSent.filter((section) => typed[section] !== undefined).length
    },
    onRejected: (error) => {
      const errors = fieldErrorsIn(error)
      if (errors === null) options.onFailed(error)
      else show(errors)
    },
  })

  const cancel = (section: keyof Values) => {
    const given = openIn<Values>(latest(), [section])
    if (saving.isSaving || isEmpty(given)) return
    const from = latestBase.current
    if (hasChanged(from, given)) {
      undo.offer('Changes discarded', () => {
        saving.allowAgain()
        if (isEmpty(latest())) startFrom(from)
        fields.change(given, [])
      })
    }
    fields.change(closing<Values>([section]), [])
    fields.setErrors((errors) => withoutSections(errors, [section]))
  }

  const editing: SectionEditing<Values, Base> = {
    values: open,
    errors: fields.errors,
    rejections: fields.rejections,
    base,
    isDirty: !isEmpty(open) && hasChanged(base, open),
    isSaving: saving.isSaving,
    error: saving.error,
    edit: (section) => openSections([section]),
    cancel,
    change: (section, change, corrected) => {
      const copy = latest()[section]
      if (copy === undefined) return
      undo.withdraw()
      fields.change({ [section]: { ...copy, ...change } } as Partial<Values>, corrected)
    },
    save: () => {
      if (!isEmpty(latest())) saving.start({ values: latest(), base: latestBase.current })
    },
    show,
    onBlur: fields.onBlur,
  }
  // Before anything is painted: the page and its fields show the same values.
  useLayoutEffect(() => publish(editing))
  return { conflict: saving.conflict, isSaving: saving.isSaving, resolve: saving.resolve, postpone: saving.postpone }
}

/** Those of the sections that are open. */
function openIn<Values>(values: OpenSections<Values>, sections: readonly (keyof Values)[]): Partial<Values> {
  const open: Partial<Values> = {}
  for (const section of sections) {
    const copy = values[section]
    if (copy !== undefined) open[section] = copy
  }
  return open
}

/** What forms hold are texts, numbers and lists of them. */
const isEmpty = (values: object): boolean => Object.keys(values).length === 0

function closing<Values>(sections: readonly (keyof Values)[]): OpenSections<Values> {
  const closed: { -readonly [S in keyof Values]?: Values[S] | undefined } = {}
  for (const section of sections) closed[section] = undefined
  return closed
}
