import type { FieldErrors } from '@knockwire/domain/errors'
import type { QueryClient } from '@tanstack/react-query'
import { fieldErrorsIn, isStatus, messageOf } from '../api/api-error.ts'
import { snackbar } from '../browser/snackbar.ts'
import { type FieldGroup, fieldGroup, fieldOf } from '../forms/field-group.ts'
import { isSame } from '../forms/use-form-values.ts'
import type { OwnerKind } from '../owners/owner-kind.ts'
import { setOwnerCache } from '../owners/owner-queries.ts'
import { type EditedForm, hasChanged } from './edited-form.ts'
import { createEditing, type Editing } from './editing.ts'
import { leaveTypedSince } from './leave-typed.ts'
import { draftName, typedBefore } from './typed-text.ts'
import { keepTyped, withTyped } from './use-typed-text.ts'

export interface Stored {
  id: string
  version: number
}

interface SectionEditingOptions<Values extends object, Base extends Stored, Input extends object> {
  /** Under which what is typed is kept where the page has to be reloaded. */
  name: string
  owner: OwnerKind<Base, Input, unknown>
  client: QueryClient
  sections: readonly (keyof Values & string)[]
  form: EditedForm<Values, Base, Input>
  /** What the page shows now: what editing starts from. */
  current: () => Base
}

/** What was typed before the page was reloaded. */
export interface TypedSections<Values, Base> {
  values: Partial<Values>
  base: Base
}

const isEmpty = (values: object): boolean => Object.keys(values).length === 0

const pick = <Values extends object>(values: Partial<Values>, sections: readonly string[]): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([section]) => sections.includes(section))) as Partial<Values>

const without = <Values extends object>(values: Partial<Values>, sections: readonly string[]): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([section]) => !sections.includes(section))) as Partial<Values>

/** Each error belongs to the section that has its field. */
function sectionOfError<Section extends string>(
  error: string,
  sections: readonly Section[],
  values: Record<Section, unknown>,
): Section {
  const found = sections.find((section) => fieldOf(error, values[section] as object) !== undefined)
  return found ?? (sections[0] as Section)
}

/** Which sections are edited. Each is opened and closed by itself, and a copy that is given up can be taken back. */
function createOpenSections<Values extends object, Base extends Stored, Input extends object>(
  { name, sections, form, current }: SectionEditingOptions<Values, Base, Input>,
  editing: () => Editing<Values, Base>,
) {
  type Section = keyof Values & string
  let before = typedBefore(name) as TypedSections<Values, Base> | undefined
  let hideUndo: (() => void) | null = null

  const sectionOf = (error: string) => sectionOfError(error, sections, form.valuesOf(editing().state().base))
  const isChanged = (values: Partial<Values>, base: Base) => !isEmpty(values) && hasChanged(form, base, values)
  const close = (closed: readonly Section[]): void => {
    const { values, errors } = editing().state()
    const stillOpen = Object.entries(errors).filter(([error]) => !closed.includes(sectionOf(error)))
    editing().set({ values: without(values, closed), errors: Object.fromEntries(stillOpen) })
  }
  const undoCancel = (values: Partial<Values>, base: Base): void => {
    editing().allowAgain()
    if (isEmpty(editing().state().values)) editing().set({ base })
    editing().change(values)
  }
  return {
    isDirty: (): boolean => isChanged(editing().state().values, editing().state().base),
    hideUndo: (): void => hideUndo?.(),
    close,
    /** Takes copies of the sections as they stand, to be edited, and of those in which something is wrong. */
    open: (opened: readonly Section[], errors: FieldErrors = {}): void => {
      hideUndo?.()
      editing().allowAgain()
      if (isEmpty(editing().state().values)) editing().set({ base: withTyped(current(), before?.base) })
      const { values, base } = editing().state()
      const requested = [...opened, ...Object.keys(errors).map(sectionOf)].filter((section) => !(section in values))
      editing().change(withTyped(pick(form.valuesOf(base), requested), before?.values))
      before = undefined
      if (!isEmpty(errors)) editing().reject(errors)
    },
    /** Gives the copy up, and offers to take it back where something was typed in it. */
    cancel: (section: Section): void => {
      const { values, base, isSaving } = editing().state()
      const given = pick(values, [section])
      if (isSaving || isEmpty(given)) return
      if (isChanged(given, base)) {
        hideUndo?.()
        hideUndo = snackbar.undo('Changes discarded', { onUndo: () => undoCancel(given, base) })
      }
      close([section])
    },
    /** The fields of a section that is open. */
    fieldsOf: <S extends Section>(section: S): FieldGroup<Values[S] & object> => {
      const { values, errors } = editing().state()
      return fieldGroup({
        values: values[section] as Values[S] & object,
        errors,
        apply: (changed, correct) => {
          const now = editing().state().values[section]
          if (now === undefined) return
          hideUndo?.()
          editing().change({ [section]: { ...now, ...changed } } as unknown as Partial<Values>, correct)
        },
      })
    },
  }
}

/**
 * The settings of an owner by sections that are read or edited separately and saved together. Save returns those to reading
 * that are as they were sent: what was typed or opened while the save was in flight stays open.
 */
export function createSectionEditing<Values extends object, Base extends Stored, Input extends object>(
  options: SectionEditingOptions<Values, Base, Input>,
) {
  const { name, owner, client, sections, form, current } = options
  const { open, close, cancel, isDirty, fieldsOf, hideUndo } = createOpenSections(options, () => editing)
  const editing: Editing<Values, Base> = createEditing<Values, Base, Base>(
    { values: {}, base: current() },
    {
      check: (values, base) => form.check(form.toInput(base, values)),
      valuesOf: form.valuesOf,
      mergeFields: form.mergeFields,
      isDirty,
      save: ({ values, base }) =>
        owner.save(base.id, { ...form.toInput(base, pick(values, sections)), version: base.version }),
      onSaved: async (saved, attempt) => {
        snackbar.info(`${owner.title} settings updated`)
        await setOwnerCache(client, owner, saved)
        const { values } = editing.state()
        const asSent = sections.filter((section) => isSame(values[section], attempt.values[section]))
        editing.set({ base: saved })
        close(asSent)
        return !isEmpty(without(values, asSent))
      },
      onConflict: (stored) => void setOwnerCache(client, owner, stored),
      onRejected: (error) => {
        const errors = fieldErrorsIn(error)
        if (errors !== null) open([], errors)
        // The page shows that its owner was deleted.
        else if (!isStatus(error, 404)) snackbar.error(messageOf(error))
      },
    },
  )
  return {
    ...editing,
    open,
    cancel,
    isDirty,
    fieldsOf,
    save: (): void => {
      if (!isEmpty(editing.state().values)) editing.save()
    },
    /** Saves what is typed as another one, whose draft is shown next. A version of this one says nothing of it. */
    saveAs: async (id: string): Promise<void> => {
      const { values, base } = editing.state()
      await owner.save(id, form.toInput(base, values))
      leaveTypedSince(editing, values, { name: draftName(owner.kind, id), asTaken: (typed) => typed })
    },
    /** Keeps what is typed where the page has to be reloaded. Returns what ends that, as the page is left. */
    keep: (): (() => void) => {
      const stop = keepTyped(
        name,
        (): TypedSections<Values, Base> | undefined => {
          const { values, base } = editing.state()
          return isEmpty(values) ? undefined : { values, base }
        },
        () => [editing.state().base, form.valuesOf(editing.state().base)],
      )
      return () => {
        hideUndo()
        stop()
      }
    },
  }
}

export type SectionEditing<Values extends object, Base extends Stored> = ReturnType<
  typeof createSectionEditing<Values, Base, never>
>
