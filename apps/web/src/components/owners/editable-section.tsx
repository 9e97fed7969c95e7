import { type ReactNode, type RefObject, Suspense, useEffect, useRef } from 'react'
import { useConnection } from '../../lib/api/connection.ts'
import { focusFirstError, focusFirstField } from '../../lib/browser/focus.ts'
import type { Editor } from '../../lib/editing/use-editor.ts'
import { useEditKeys } from '../../lib/editing/use-edit-keys.ts'
import type { FieldGroup } from '../../lib/forms/field-group.ts'
import { PartAwaited, PartNotLoaded } from '../../lib/navigation/part-not-loaded.tsx'
import { prefetchWhenIdle } from '../../lib/navigation/prefetch-when-idle.ts'
import { SettingsSection } from '../ui/layout/settings-section.tsx'

interface Stored {
  id: string
  version: number
}

/** What a tab of settings does for its sections: their keys, the focus, and the code of their fields. */
export function useEditableSections<Values extends object, Base extends Stored>(
  editor: Editor<Values, Base>,
): RefObject<HTMLDivElement | null> {
  const { sections, rejections, load, stateOf, save, cancel } = editor
  const within = useRef<HTMLDivElement>(null)
  useEffect(() => prefetchWhenIdle(load), [load])
  useEffect(() => {
    if (rejections > 0) focusFirstError(within.current)
  }, [rejections])
  const open = sections.filter((section) => stateOf(section) !== 'read')
  useEditKeys({
    isEnabled: open.length > 0,
    onSave: save,
    // Escape gives up the section that has the focus, or all where none has it.
    onCancel: () => {
      const focused = open.filter((section) => elementOf(within.current, section)?.contains(document.activeElement))
      for (const section of focused.length > 0 ? focused : open) cancel(section)
    },
  })
  return within
}

const elementOf = (within: HTMLElement | null, section: string) =>
  within?.querySelector<HTMLElement>(`[data-section="${section}"]`) ?? null

interface EditableSectionProps<Values extends object, Base extends Stored, S extends keyof Values & string> {
  editor: Editor<Values, Base>
  /** Of `useEditableSections`. */
  within: RefObject<HTMLDivElement | null>
  section: S
  title: string
  /** The settings to be read. */
  summary: ReactNode
  /** The settings to be edited. `onArrival`: to be called once all fields are there, of which some may be loaded. */
  renderFields: (fields: FieldGroup<Values[S] & object>, onArrival: () => void) => ReactNode
}

/** A section of settings that is read, or edited. */
export function EditableSection<Values extends object, Base extends Stored, S extends keyof Values & string>({
  editor,
  within,
  section,
  title,
  summary,
  renderFields,
}: EditableSectionProps<Values, Base, S>) {
  const state = editor.stateOf(section)
  const isAwaited = useConnection() !== 'online' && state === 'opening'
  const fields = editor.fieldsOf(section)
  const onArrival = () => {
    if (Object.keys(editor.errors).length > 0) focusFirstError(within.current)
    else focusFirstField(elementOf(within.current, section))
  }
  return (
    <div data-section={section} onBlur={editor.onBlur}>
      <SettingsSection
        title={title}
        mode={state}
        isSaving={editor.isSaving}
        onEdit={() => editor.edit(section)}
        onSave={editor.save}
        onCancel={() => editor.cancel(section)}
      >
        {fields ? (
          <Suspense fallback={summary}>{renderFields(fields, onArrival)}</Suspense>
        ) : state === 'failed' ? (
          <PartNotLoaded />
        ) : (
          <>
            {isAwaited && <PartAwaited />}
            {summary}
          </>
        )}
      </SettingsSection>
    </div>
  )
}
