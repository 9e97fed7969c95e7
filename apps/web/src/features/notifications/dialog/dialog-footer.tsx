import type { FieldErrors } from '@knockwire/domain/errors'
import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { messageOf } from '../../../lib/api-error.ts'
import { fieldErrorsOf } from '../queries.ts'
import classes from './dialog.module.css'

interface DialogFooterProps {
  /** Why the last save was refused. */
  error: Error | null
  /** What is still at fault. */
  errors: FieldErrors
  isSaving: boolean
  /** Whether the dialog asks before what was typed is lost. */
  isAsking: boolean
  onSave: () => void
  onCancel: () => void
  onKeep: () => void
}

export function DialogFooter(props: DialogFooterProps) {
  const { error, errors, isSaving, isAsking, onSave, onCancel, onKeep } = props
  if (isAsking) return <LossQuestion onDiscard={onCancel} onKeep={onKeep} />
  return (
    <div className={classes.footer}>
      <p role="alert" className={classes.message} data-tone="bad">
        {errors['notificationCount'] ?? refusalOf(error, errors)}
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

/** What is wrong with a field stands beside it; it may be out of sight. */
function refusalOf(error: Error | null, errors: FieldErrors): string | null {
  if (error === null) return null
  if (Object.keys(fieldErrorsOf(error)).length === 0) return messageOf(error)
  return Object.keys(errors).length === 0 ? null : 'Please correct the marked fields.'
}

function LossQuestion({ onDiscard, onKeep }: { onDiscard: () => void; onKeep: () => void }) {
  const keep = useRef<HTMLButtonElement>(null)
  // The key that asked may be pressed again: the harmless answer has the focus.
  useEffect(() => keep.current?.focus(), [])
  return (
    <div className={classes.footer}>
      <p role="alert" className={classes.message}>
        Your changes are not saved.
      </p>
      <Button variant="default" onClick={onDiscard}>
        Discard
      </Button>
      <Button ref={keep} onClick={onKeep}>
        Keep editing
      </Button>
    </div>
  )
}
