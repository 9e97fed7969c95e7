import { useState } from 'react'
import { truncateMiddle } from '../../lib/format/format.ts'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import type { SelectableRow } from './use-selection.ts'

interface DeleteRowsDialogProps {
  /** "task": its plural has an s. */
  thing: string
  /** Those to be deleted, some of them active; null: nothing is shown. */
  rows: readonly SelectableRow[] | null
  onCancel: () => void
  onConfirm: (rows: readonly SelectableRow[]) => void
}

/** Asks before active rows are deleted [TD-24, TD-25, RD-15]. */
export function DeleteRowsDialog({ thing, rows, onCancel, onConfirm }: DeleteRowsDialogProps) {
  // Its text stays while it fades.
  const [shown, setShown] = useState(rows ?? [])
  if (rows !== null && rows !== shown) setShown(rows)
  const [only] = shown
  const activeCount = shown.filter(({ isActive }) => isActive).length
  return (
    <ConfirmDialog
      opened={rows !== null}
      title={shown.length === 1 ? `Delete ${thing}` : `Delete ${shown.length} ${thing}s`}
      cancelLabel="Cancel"
      confirmLabel="Delete"
      onCancel={onCancel}
      onConfirm={() => onConfirm(shown)}
    >
      {shown.length === 1 && only !== undefined
        ? `“${truncateMiddle(only.title, 80)}” is active. It will be deactivated and deleted with its history and notifications.`
        : `${activeOf(activeCount, shown.length)} active. All ${shown.length} ${thing}s will be deactivated and deleted with their histories and notifications.`}{' '}
      This cannot be undone.
    </ConfirmDialog>
  )
}

const activeOf = (active: number, all: number): string =>
  active === all ? 'They are' : active === 1 ? 'One of them is' : `${active} of them are`
