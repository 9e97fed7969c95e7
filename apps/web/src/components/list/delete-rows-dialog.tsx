import { useState } from 'react'
import { truncateMiddle } from '../../lib/format.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import type { SelectableRow } from './use-selection.ts'

interface DeleteRowsDialogProps {
  /** "task": its plural has an s. */
  thing: string
  /** Those to be deleted, some of them active; null: nothing is asked. */
  rows: readonly SelectableRow[] | null
  onCancel: () => void
  onConfirm: (rows: readonly SelectableRow[]) => void
}

/** Asks before active rows are deleted [TD-24, TD-25, RD-15]. */
export function DeleteRowsDialog({ thing, rows, onCancel, onConfirm }: DeleteRowsDialogProps) {
  // Its text stays while it fades.
  const [asked, setAsked] = useState(rows ?? [])
  if (rows !== null && rows !== asked) setAsked(rows)
  const [only] = asked
  const activeCount = asked.filter(({ isActive }) => isActive).length
  return (
    <ConfirmDialog
      opened={rows !== null}
      title={asked.length === 1 ? `Delete ${thing}` : `Delete ${asked.length} ${thing}s`}
      cancelLabel="Cancel"
      confirmLabel="Delete"
      onCancel={onCancel}
      onConfirm={() => onConfirm(asked)}
    >
      {asked.length === 1 && only !== undefined
        ? `“${truncateMiddle(only.title, 80)}” is active. It will be deactivated and deleted with its history and notifications.`
        : `${activeOf(activeCount, asked.length)} active. All ${asked.length} ${thing}s will be deactivated and deleted with their histories and notifications.`}{' '}
      This cannot be undone.
    </ConfirmDialog>
  )
}

const activeOf = (active: number, all: number): string =>
  active === all ? 'They are' : active === 1 ? 'One of them is' : `${active} of them are`
