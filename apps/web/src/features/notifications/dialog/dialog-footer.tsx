import type { FieldErrors } from '@knockwire/domain/errors'
import { Button } from '@mantine/core'
import { DiscardQuestion } from '../../../components/overlays/form-modal.tsx'
import { fieldErrorsIn, messageOf } from '../../../lib/api/api-error.ts'
import classes from './dialog.module.css'

interface DialogFooterProps {
  /** Why the last save was rejected. */
  error: Error | null
  /** The fields that are still invalid. */
  errors: FieldErrors
  /** Whether what is edited was deleted elsewhere, as a save found out. */
  isDeleted: boolean
  /** Whether a save was rejected, by the page or by the server. */
  isRejected: boolean
  isSaving: boolean
  /** Whether the dialog asks before what was typed is lost. */
  isAsking: boolean
  onSave: () => void
  onCancel: () => void
  onKeep: () => void
}

export function DialogFooter(props: DialogFooterProps) {
  const { error, errors, isDeleted, isRejected, isSaving, isAsking, onSave, onCancel, onKeep } = props
  if (isAsking) {
    return (
      <div className={classes.footer}>
        <DiscardQuestion onDiscard={onCancel} onKeep={onKeep} />
      </div>
    )
  }
  return (
    <div className={classes.footer}>
      <p role="alert" className={classes.message} data-tone="bad">
        {errors['notificationCount'] ??
          (isDeleted ? deletedElsewhere : saveErrorMessage(error)) ??
          (isRejected && Object.keys(errors).length > 0 ? marked : null)}
      </p>
      <span className={classes.keys}>Ctrl/⌘ + Enter saves</span>
      <Button variant="default" onClick={onCancel} disabled={isSaving}>
        Cancel
      </Button>
      <Button onClick={onSave} loading={isSaving}>
        Save
      </Button>
    </div>
  )
}

const deletedElsewhere = 'This notification was deleted elsewhere. Save again to add it as a new one.'

/** A field's error is beside it, which may be out of sight. */
const marked = 'Correct the marked fields.'

const saveErrorMessage = (error: Error | null): string | null =>
  error === null || fieldErrorsIn(error) !== null ? null : messageOf(error)
