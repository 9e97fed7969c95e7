import type { FieldErrors } from '@knockwire/domain/errors'
import type { FocusEvent } from 'react'
import { ApiError, storedNowIn } from '../api/api-error.ts'
import { validateOnBlur } from '../forms/errors.ts'
import { type CorrectErrors, type FieldGroup, fieldGroup } from '../forms/field-group.ts'
import { isSame } from '../forms/use-form-values.ts'
import type { Attempt, Conflict } from './conflict.ts'
import type { Choices, MergeField } from './merge.ts'

export interface EditingState<Values extends object, Base> {
  /** A section that is only read is absent. */
  values: Partial<Values>
  errors: FieldErrors
  /** How often errors have come: each time the focus goes to the first of them. */
  rejections: number
  /** What editing started from: what a save compares with, and whose version it sends. */
  base: Base
  isSaving: boolean
  /** Why the last save was rejected. */
  error: Error | null
  /** What was saved elsewhere meanwhile, until it is chosen what is kept. */
  conflict: Conflict<Values, Base> | null
}

export interface EditingOptions<Values extends object, Base, Saved> {
  /** What the domain rejects, under the names of the fields. Its rules may be loaded first. */
  check: (values: Partial<Values>, base: Base) => FieldErrors | Promise<FieldErrors>
  /** How a conflict shows what is stored. */
  valuesOf: (base: Base) => Values
  mergeFields: () => readonly MergeField<Values>[] | Promise<readonly MergeField<Values>[]>
  save: (attempt: Attempt<Partial<Values>, Base>) => Promise<Saved>
  /** What is stored now, as the rejection of a save tells it. */
  storedNow?: (error: unknown) => Base | null
  /** Resolves with true where something was typed while the save was in flight, so that there is more to save. */
  onSaved: (saved: Saved, attempt: Attempt<Partial<Values>, Base>) => unknown
  onConflict?: (stored: Base) => void
  onRejected: (error: Error) => void
  /** After each edit, with all values. */
  onChange?: (values: Partial<Values>) => void
  /** Whether anything was typed: otherwise no field that is left is checked. */
  isDirty?: () => boolean
}

/** The state, whom it is shown to, and what the page wants done. */
function createStore<Values extends object, Base, Saved>(
  start: { values: Partial<Values>; base: Base; errors?: FieldErrors },
  firstOptions: EditingOptions<Values, Base, Saved>,
) {
  let state: EditingState<Values, Base> = {
    errors: {},
    ...start,
    rejections: 0,
    isSaving: false,
    error: null,
    conflict: null,
  }
  let options = firstOptions
  const listeners = new Set<() => void>()
  const set = (changed: Partial<EditingState<Values, Base>>) => {
    state = { ...state, ...changed }
    for (const listener of listeners) listener()
  }
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    state: () => state,
    options: () => options,
    /** What is called from now on, of a component that was rendered again. */
    use: (latest: EditingOptions<Values, Base, Saved>): void => {
      options = latest
    },
    set,
    change: (changed: Partial<Values>, correct: CorrectErrors = (errors) => errors): void => {
      set({ values: { ...state.values, ...changed }, errors: correct(state.errors) })
      options.onChange?.(state.values)
    },
    reject: (errors: FieldErrors): void => set({ errors, rejections: state.rejections + 1 }),
    isDirty: (): boolean => !isSame(state.values, start.values),
  }
}

type Store<Values extends object, Base, Saved> = ReturnType<typeof createStore<Values, Base, Saved>>

/** What the domain rejects: of one field as it is left, of all of them before a call. */
function createChecks<Values extends object, Base, Saved>({ state, options, set, reject }: Store<Values, Base, Saved>) {
  const errorsNow = async (): Promise<FieldErrors> => {
    try {
      return await options().check(state().values, state().base)
    } catch {
      // Rules that cannot be loaded: the server has them too.
      return {}
    }
  }
  return {
    throwIfInvalid: async (): Promise<void> => {
      const errors = await errorsNow()
      if (Object.keys(errors).length > 0)
        throw new ApiError({ status: 422, code: 'INVALID_FIELDS', message: 'Correct the marked fields.', errors })
    },
    /** Whether the domain accepts the values. Where it does not, the errors are shown. */
    validate: async (): Promise<boolean> => {
      const errors = await errorsNow()
      const isValid = Object.keys(errors).length === 0
      if (!isValid) reject(errors)
      return isValid
    },
    validateField: async (field: string): Promise<void> => {
      const { values } = state()
      const { [field]: found } = await errorsNow()
      // What was edited meanwhile is checked when it is left.
      if (state().values !== values) return
      const { [field]: _before, ...others } = state().errors
      set({ errors: found === undefined ? others : { ...others, [field]: found } })
    },
  }
}

/** What was saved elsewhere since editing started, and what is kept of it. */
function createConflicts<Values extends object, Base, Saved>({
  state,
  options,
  set,
  change,
}: Store<Values, Base, Saved>) {
  return {
    /**
     * Whether a rejection is a conflict: `shown` until somebody chooses what to keep; `same` where nothing reads otherwise,
     * and editing goes on from what is stored.
     */
    detectConflict: async (error: unknown, values: Partial<Values>): Promise<'none' | 'shown' | 'same'> => {
      const {
        storedNow = storedNowIn as (error: unknown) => Base | null,
        valuesOf,
        mergeFields,
        onConflict,
      } = options()
      const stored = storedNow(error)
      if (stored === null) return 'none'
      onConflict?.(stored)
      try {
        const { conflictOf } = await import('./conflict.ts')
        const found = conflictOf({ values, base: state().base }, stored, { fields: await mergeFields(), valuesOf })
        set(found.differences.length > 0 ? { conflict: found } : { base: stored })
        return found.differences.length > 0 ? 'shown' : 'same'
      } catch {
        // What the dialog needs does not load.
        return 'none'
      }
    },
    /** Goes on from what is stored, with what was chosen of both sides; what was typed since is kept. */
    choose: (choices: Choices): Attempt<Partial<Values>, Base> | null => {
      const { conflict, values } = state()
      if (conflict === null) return null
      const chosen = conflict.choose(choices, values)
      // A conflict is about all sections; those that are only read stay as they are.
      const open = Object.fromEntries(Object.entries(chosen.values).filter(([section]) => section in values))
      set({ base: chosen.base })
      change(open as Partial<Values>)
      return chosen
    },
    /** Leaves the conflict for later: the form stays as it was typed. */
    postpone: (): void => set({ conflict: null }),
  }
}

/** One save at a time, from the version that editing started from. */
function createSaving<Values extends object, Base, Saved>(
  { state, options, set }: Store<Values, Base, Saved>,
  throwIfInvalid: () => Promise<void>,
  { detectConflict, choose }: ReturnType<typeof createConflicts<Values, Base, Saved>>,
) {
  /** A second key press comes before the page shows that the first one is being handled. */
  let isLocked = false

  const fail = (error: Error) => {
    // Fields that are marked could not be seen beneath its dialog.
    set({ conflict: null })
    isLocked = false
    options().onRejected(error)
  }
  const save = async (attempt: Attempt<Partial<Values>, Base>): Promise<void> => {
    if (isLocked) return
    isLocked = true
    set({ isSaving: true, error: null })
    try {
      await throwIfInvalid()
      const hasMore = await options().onSaved(await options().save(attempt), attempt)
      set({ isSaving: false, conflict: null })
      if (hasMore === true) isLocked = false
    } catch (error) {
      set({ isSaving: false, error: error as Error })
      const found = await detectConflict(error, attempt.values)
      if (found === 'none') return fail(error as Error)
      isLocked = false
      if (found === 'same') await save({ ...attempt, base: state().base })
    }
  }
  return {
    save: (): void => void save({ values: state().values, base: state().base }),
    /** Saves what was chosen of both sides. */
    resolve: (choices: Choices): void => {
      const chosen = choose(choices)
      if (chosen !== null) void save(chosen)
    },
    /** Once something is saved nothing more is, until it is edited again. */
    allowAgain: (): void => {
      if (!state().isSaving) isLocked = false
    },
  }
}

/** How fields are bound to the values, and checked as they are left. */
function createBindings<Values extends object, Base, Saved>(
  { state, options, change, isDirty }: Store<Values, Base, Saved>,
  validateField: (field: string) => Promise<void>,
) {
  return {
    /** The fields of one section. */
    section: <S extends keyof Values & string>(name: S): FieldGroup<Values[S] & object> =>
      fieldGroup({
        values: state().values[name] as Values[S] & object,
        errors: state().errors,
        apply: (changed, correct) =>
          change({ [name]: { ...state().values[name], ...changed } } as unknown as Partial<Values>, correct),
      }),
    /** For the elements around the fields. */
    onBlur: (event: FocusEvent<HTMLElement>): void =>
      validateOnBlur({
        errors: state().errors,
        isDirty: options().isDirty ?? isDirty,
        validateField: (field) => void validateField(field),
      })(event),
  }
}

/**
 * What is being edited of something that is stored: the values of its form, what is wrong with them, and what it is saved as.
 * It is the one copy of them, and belongs to the page or the dialog, which `useEditing` renders with each change. It saves one
 * at a time, from the version that editing started from; where something else was saved since, it finds what differs, and
 * saves what is chosen of both sides, or at once where nothing reads otherwise.
 */
export function createEditing<Values extends object, Base, Saved>(
  start: { values: Partial<Values>; base: Base; errors?: FieldErrors },
  options: EditingOptions<Values, Base, Saved>,
) {
  const store = createStore(start, options)
  const { validate, throwIfInvalid, validateField } = createChecks(store)
  const conflicts = createConflicts(store)
  return {
    ...store,
    validate,
    ...conflicts,
    ...createSaving(store, throwIfInvalid, conflicts),
    ...createBindings(store, validateField),
  }
}

export type Editing<Values extends object, Base> = Omit<
  ReturnType<typeof createEditing<Values, Base, unknown>>,
  'use' | 'options'
>
