import type { FieldErrors } from '@knockwire/domain/errors'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type FocusEvent, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import type { FieldGroup } from '../forms/field-group.ts'
import { loadOnline } from '../navigation/load-online.ts'
import type { EditingState } from './editing.ts'
import type { LazyCode } from '../navigation/lazy-code.ts'
import type { Choices } from './merge.ts'
import type { SectionEditing, Stored } from './section-editing.ts'
import { editorName, typedBefore } from './typed-text.ts'

/** Makes what holds what is edited, once its code is loaded. */
export type BeginEditing<Values extends object, Base extends Stored> = (page: {
  name: string
  client: QueryClient
  current: () => Base
}) => SectionEditing<Values, Base>

interface EditorOptions<Values extends object, Base extends Stored> {
  kind: string
  /** What the page shows now: what editing starts from. */
  current: Base
  sections: readonly (keyof Values & string)[]
  /** Loaded with the first edit, together with the fields. It is always the same. */
  form: LazyCode<BeginEditing<Values, Base>>
}

/** What is to be opened once the form has been loaded. */
interface Opening {
  sections: readonly string[]
  errors: FieldErrors
}

/** How a section stands: read, read until its fields are loaded, without fields that can be loaded, or edited. */
type SectionState = 'read' | 'opening' | 'failed' | 'edit'

const noErrors: FieldErrors = {}
const nothing: Opening = { sections: [], errors: noErrors }
const never = () => () => {}

/** What is to be opened as soon as the form's code is there, which is loaded then. */
function useOpening<Form>(
  before: () => Opening,
  form: LazyCode<Form>,
  onLoaded: (form: Form, opening: Opening) => void,
) {
  const [opening, setOpening] = useState(before)
  const [hasFailed, setHasFailed] = useState(false)
  const isAwaited = opening !== nothing
  const begin = useEffectEvent((loaded: Form) => {
    setOpening(nothing)
    onLoaded(loaded, opening)
  })
  useEffect(() => {
    if (!isAwaited) return
    let isCurrent = true
    loadOnline(form.load, { isLoaded: () => form.loaded() !== undefined }).then(
      (loaded) => isCurrent && begin(loaded),
      () => isCurrent && setHasFailed(true),
    )
    return () => {
      isCurrent = false
      setHasFailed(false)
    }
  }, [isAwaited, form])
  return {
    hasFailed,
    isOpening: (section: string) => opening.sections.includes(section),
    open: (opened: Opening) => {
      const loaded = form.loaded()
      if (loaded) onLoaded(loaded, opened)
      else
        setOpening(({ sections, errors }) => ({
          sections: [...sections, ...opened.sections],
          errors: { ...errors, ...opened.errors },
        }))
    },
    cancel: (section: string) =>
      setOpening((awaited) => {
        const others = awaited.sections.filter((other) => other !== section)
        return others.length > 0 ? { ...awaited, sections: others } : nothing
      }),
  }
}

/**
 * The settings of an owner as its page edits them. The page holds what is edited, so that it survives a visit to another tab; a
 * page that is only read loads none of it: what holds it is loaded with the first edit, together with the fields.
 */
export function useEditor<Values extends object, Base extends Stored>({
  kind,
  current,
  sections,
  form,
}: EditorOptions<Values, Base>) {
  type Section = keyof Values & string
  const name = editorName(kind, current.id)
  const client = useQueryClient()
  const [editing, setEditing] = useState<SectionEditing<Values, Base> | null>(null)
  const state = useSyncExternalStore(
    editing?.subscribe ?? never,
    (): EditingState<Values, Base> | null => editing?.state() ?? null,
  )
  const latest = useRef(current)
  useEffect(() => {
    latest.current = current
  })
  // Sections that were open before the page was reloaded are opened again.
  const openBefore = (): Opening => {
    const before = typedBefore(name) as { values: object } | undefined
    return before === undefined ? nothing : { sections: Object.keys(before.values), errors: noErrors }
  }
  const opening = useOpening(openBefore, form, (make, opened) => {
    const begun = editing ?? make({ name, client, current: () => latest.current })
    begun.open(opened.sections as readonly Section[], opened.errors)
    setEditing(begun)
  })
  useEffect(() => editing?.keep(), [editing])

  const values: Partial<Values> = state?.values ?? {}
  return {
    sections,
    /** Of the sections that are open. */
    values,
    errors: state?.errors ?? noErrors,
    /** How often errors have come: each time the focus goes to the first of them. */
    rejections: state?.rejections ?? 0,
    /** What editing started from. */
    base: state?.base ?? current,
    isDirty: editing?.isDirty() ?? false,
    isSaving: state?.isSaving ?? false,
    /** Why the last save was rejected. */
    error: state?.error ?? null,
    conflict: state?.conflict ?? null,
    resolve: (choices: Choices): void => editing?.resolve(choices),
    postpone: (): void => editing?.postpone(),
    stateOf: (section: Section): SectionState => {
      if (values[section] !== undefined) return 'edit'
      if (!opening.isOpening(section)) return 'read'
      return opening.hasFailed ? 'failed' : 'opening'
    },
    /** The fields of a section that is open. */
    fieldsOf: <S extends Section>(section: S): FieldGroup<Values[S] & object> | undefined =>
      values[section] === undefined ? undefined : editing?.fieldsOf(section),
    edit: (section: Section): void => opening.open({ sections: [section], errors: noErrors }),
    /** Gives up what is edited of the section. */
    cancel: (section: Section): void => {
      editing?.cancel(section)
      opening.cancel(section)
    },
    save: (): void => editing?.save(),
    /** Saves what is typed as another one. */
    saveAs: async (id: string): Promise<void> => editing?.saveAs(id),
    /** Opens the sections that the errors belong to, and shows them there. */
    show: (errors: FieldErrors): void => opening.open({ sections: [], errors }),
    load: form.load as () => Promise<unknown>,
    /** For the elements around the fields. */
    onBlur: (event: FocusEvent<HTMLElement>): void => editing?.onBlur(event),
  }
}

export type Editor<Values extends object, Base extends Stored> = ReturnType<typeof useEditor<Values, Base>>
