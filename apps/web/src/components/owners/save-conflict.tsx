import { Suspense } from 'react'
import type { Choices, Difference } from '../../lib/editing/merge.ts'
import { lazyPart } from '../../lib/navigation/lazy-part.ts'

const ConflictDialog = lazyPart(async () => (await import('../ui/dialogs/conflict-dialog.tsx')).ConflictDialog, {
  close: ({ onKeepEditing }) => onKeepEditing(),
})

interface SaveConflictProps {
  /** "task" */
  thing: string
  title?: string
  /** Of an editor or a form that is saved by versions. */
  saving: {
    conflict: { stored: { version?: number }; differences: readonly Difference[] } | null
    isSaving: boolean
    resolve: (choices: Choices) => void
    postpone: () => void
  }
}

/** Where something was saved elsewhere meanwhile: which of both is kept. */
export const SaveConflict = ({ saving: { conflict, isSaving, resolve, postpone }, ...texts }: SaveConflictProps) =>
  conflict && (
    <Suspense fallback={null}>
      <ConflictDialog
        key={conflict.stored.version}
        {...texts}
        differences={conflict.differences}
        isSaving={isSaving}
        onSave={resolve}
        onKeepEditing={postpone}
      />
    </Suspense>
  )
