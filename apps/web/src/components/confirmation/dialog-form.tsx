import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import type { useCallForm } from '../../lib/forms/use-call-form.ts'
import { FormActions } from '../overlays/form-modal.tsx'
import classes from './confirmation.module.css'

interface DialogFormProps extends Pick<ReturnType<typeof useCallForm>, 'formProps' | 'problem'> {
  hint?: ReactNode
  submitLabel: string
  isSending: boolean
  onCancel: () => void
  children: ReactNode
}

/** A form of one call in a dialog: why it was rejected, its fields, and the buttons beneath. */
export function DialogForm({ formProps, problem, hint, submitLabel, isSending, onCancel, children }: DialogFormProps) {
  return (
    <form className={classes.dialog} {...formProps}>
      {hint !== undefined && <p className={classes.hint}>{hint}</p>}
      {problem !== null && (
        <p role="alert" className={classes.alert}>
          {problem}
        </p>
      )}
      {children}
      <FormActions>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel} disabled={isSending}>
            Cancel
          </Button>
          <Button type="submit" loading={isSending}>
            {submitLabel}
          </Button>
        </Group>
      </FormActions>
    </form>
  )
}
