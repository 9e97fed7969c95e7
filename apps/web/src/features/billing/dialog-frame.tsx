import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Modal } from '../../components/overlays/modal.tsx'
import classes from './billing.module.css'

interface DialogFrameProps {
  title: string
  children: ReactNode
  submitLabel: string
  /** The button's label while it is submitted. */
  busyLabel: string
  isBusy: boolean
  isReady?: boolean
  isDangerous?: boolean
  /** What went wrong. */
  error: string | null
  onSubmit: () => void
  onClose: () => void
}

/** The three dialogs about payment: what will happen, what went wrong, and the buttons, which rest while it is submitted. */
export function DialogFrame(props: DialogFrameProps) {
  const { title, children, submitLabel, busyLabel, isBusy, isReady = true, isDangerous = false, error } = props
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={title}
      closeOnClickOutside={false}
      closeOnEscape={!isBusy}
      closeButtonProps={{ 'aria-label': 'Close', disabled: isBusy, size: 40, iconSize: 18 }}
    >
      <form
        className={classes.dialog}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy && isReady) props.onSubmit()
        }}
      >
        {children}
        <p role="alert" className={classes.dialogError}>
          {error}
        </p>
        <div className={classes.buttons}>
          <Button variant="default" onClick={props.onClose} disabled={isBusy}>
            Cancel
          </Button>
          {/* Disabled, the button would lose the focus, and the keyboard would leave the dialog. */}
          <Button
            type="submit"
            disabled={!isReady}
            {...(isBusy && { 'aria-disabled': true, 'data-disabled': true })}
            {...(isDangerous && { color: 'red' })}
          >
            {isBusy ? busyLabel : submitLabel}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
