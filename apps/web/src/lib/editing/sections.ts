import type { FieldErrors } from '@knockwire/domain/errors'
import { type FocusEventHandler, useState } from 'react'
import { typedBefore } from './typed-text.ts'

/** What is being edited of several sections; one that is absent is only read. */
export type OpenSections<Values> = { readonly [S in keyof Values]?: Values[S] | undefined }

/** With what editing begins: sections, and those in which something is wrong. */
export interface EditingStart<Values> {
  sections: readonly (keyof Values)[]
  errors: FieldErrors
}

/** Sections of settings that are read, or edited separately and saved together. */
export interface SectionEditing<Values, Base> {
  /** Of the sections that are open. */
  values: Partial<Values>
  errors: FieldErrors
  /** How often errors have come: each time the focus goes to the first of them. */
  rejections: number
  /** What editing started from: what a save compares with, and whose version it sends. */
  base: Base
  isDirty: boolean
  isSaving: boolean
  /** Why the last save was rejected. */
  error: Error | null
  /** Takes a copy of the section as it stands, to be edited. */
  edit: (section: keyof Values) => void
  /** Gives the copy up, and offers to take it back where something was typed in it. */
  cancel: (section: keyof Values) => void
  /** Takes what was edited in a section that is open, and clears the errors that it may have corrected. */
  change: <S extends keyof Values>(section: S, change: Partial<Values[S]>, corrected: readonly string[]) => void
  save: () => void
  /** Opens the sections that the errors belong to, and shows them there. */
  show: (errors: FieldErrors) => void
  /** For the elements around the fields. */
  onBlur: FocusEventHandler<HTMLElement>
}

/** For the component that holds the form, with which the form's code is loaded. */
export interface EditingHost<Values, Base> {
  /** Under which what is typed is kept where the page has to be reloaded. */
  name: string
  start: EditingStart<Values>
  publish: (editing: SectionEditing<Values, Base>) => void
}

/** What was typed before the page was reloaded. */
export interface TypedSections<Values, Base> {
  values: Partial<Values>
  base: Base
}

const noErrors: FieldErrors = {}
const nothing = { sections: [], errors: noErrors }

/** The sections that were open before the page was reloaded are opened again. */
function startOf<Values extends object>(name: string): EditingStart<Values> {
  const typed = typedBefore(name) as TypedSections<Values, unknown> | undefined
  return typed === undefined ? nothing : { sections: Object.keys(typed.values) as (keyof Values)[], errors: noErrors }
}

/**
 * The sections as the page shows them. A page that is only read loads no form: `host` is null until something is edited, and
 * is then for the component that calls `useSectionEditing`. It stays for as long as the page does, beside the tabs, so that
 * what is typed survives a visit to another tab.
 */
export function useSections<Values extends object, Base>(name: string) {
  const [start, setStart] = useState<EditingStart<Values>>(() => startOf<Values>(name))
  /** Adds to what its form begins with, while that is being loaded. */
  const begin = (opened: EditingStart<Values>['sections'], found = noErrors) =>
    setStart(({ sections, errors }) => ({ sections: [...sections, ...opened], errors: { ...errors, ...found } }))
  const discard = (section: keyof Values) =>
    setStart(({ sections, errors }) => {
      const others = sections.filter((other) => other !== section)
      return others.length > 0 ? { sections: others, errors } : nothing
    })
  const [editing, publish] = useState<SectionEditing<Values, Base> | null>(null)
  const values: Partial<Values> = editing?.values ?? {}
  return {
    editing,
    host: start === nothing ? null : { name, start, publish },
    values,
    errors: editing?.errors ?? noErrors,
    rejections: editing?.rejections ?? 0,
    isDirty: editing?.isDirty ?? false,
    isSaving: editing?.isSaving ?? false,
    /** Also while its form is being loaded. */
    isOpen: (section: keyof Values): boolean =>
      editing === null ? start.sections.includes(section) : editing.values[section] !== undefined,
    edit: (section: keyof Values): void => (editing ? editing.edit(section) : begin([section])),
    cancel: (section: keyof Values): void => (editing ? editing.cancel(section) : discard(section)),
    change: <S extends keyof Values>(section: S, change: Partial<Values[S]>, corrected: readonly string[]): void =>
      editing?.change(section, change, corrected),
    save: (): void => editing?.save(),
    show: (errors: FieldErrors): void => (editing ? editing.show(errors) : begin([], errors)),
    onBlur: editing?.onBlur,
  }
}

export type Sections<Values extends object, Base> = ReturnType<typeof useSections<Values, Base>>
