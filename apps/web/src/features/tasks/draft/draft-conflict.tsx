import { ConflictDialog } from '../../../components/ui/dialogs/conflict-dialog.tsx'
import type { DraftForm } from './use-draft.ts'

interface DraftConflictProps {
  draft: DraftForm
  conflict: NonNullable<DraftForm['conflict']>
}

/** A draft that was changed elsewhere: which of both is kept. */
export const DraftConflict = ({ draft, conflict: { stored, differences } }: DraftConflictProps) => (
  <ConflictDialog
    thing="draft"
    {...(stored.status !== 'DRAFT' && { title: 'This draft was created as a task elsewhere' })}
    differences={differences}
    isSaving={false}
    onSave={draft.resolve}
    onKeepEditing={draft.postpone}
  />
)
