import { Button, Group, VisuallyHidden } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { FormActions } from '../overlays/form-modal.tsx'
import classes from './dialog-form.module.css'

interface DialogFormProps {
  formProps: ComponentProps<'form'>
  /** Why the call was rejected. */
  problem: string | null
  hint?: ReactNode
  submitLabel: string
  isSending: boolean
  /** Whether it deletes what cannot be brought back. */
  isDestructive?: boolean
  /** Whether it can be sent. */
  isReady?: boolean
  /** Another button than those that end it. */
  otherAction?: ReactNode
  onCancel: () => void
  children: ReactNode
}

/** A form of one call in a dialog: why it was rejected, its fields, and the buttons beneath. */
export function DialogForm({
  formProps,
  problem,
  hint,
  submitLabel,
  isSending,
  isDestructive = false,
  isReady = true,
  otherAction,
  onCancel,
  children,
}: DialogFormProps) {
  return (
    <form className={classes.dialog} {...formProps}>
      {hint !== undefined && <p className={classes.hint}>{hint}</p>}
      {problem !== null && (
        <p role="alert" className={classes.alert}>
          {problem}
        </p>
      )}
      {children}
      <VisuallyHidden role="status">{isSending && 'Sending…'}</VisuallyHidden>
      <FormActions>
        <Group justify="flex-end" gap="xs" className={classes.actions ?? ''}>
          {otherAction}
          <Button variant="default" onClick={onCancel} disabled={isSending}>
            Cancel
          </Button>
          <Button type="submit" loading={isSending} disabled={!isReady} {...(isDestructive && { color: 'red' })}>
            {submitLabel}
          </Button>
        </Group>
      </FormActions>
    </form>
  )
}
