import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '../../components/ui/dialogs/confirm-dialog.tsx'
import { messageOf } from '../../lib/api/api-error.ts'
import { snackbar } from '../../lib/browser/snackbar.ts'
import { useAct } from './use-act.ts'

interface ActDialogProps<Subject> {
  /** What is acted on; undefined: closed. */
  subject: Subject | undefined
  title: string
  confirmLabel: string
  call: (subject: Subject) => Promise<unknown>
  /** Said once it is done. */
  done: string
  /** What will happen. */
  children: (subject: Subject) => ReactNode
  onClose: () => void
}

/** Asks before an operator's act. As it fades, it still says what it was about. */
export function ActDialog<Subject>(props: ActDialogProps<Subject>) {
  const { subject, title, confirmLabel, call, done, children, onClose } = props
  const [shown, setShown] = useState(subject)
  if (subject !== undefined && subject !== shown) setShown(subject)
  const { act, dialog } = useAct({
    call,
    onSuccess: () => {
      snackbar.info(done)
      onClose()
    },
  })
  const close = () => {
    act.reset()
    onClose()
  }
  return (
    <>
      <ConfirmDialog
        opened={subject !== undefined}
        title={title}
        cancelLabel="Cancel"
        confirmLabel={confirmLabel}
        isBusy={act.isPending}
        error={act.isError ? messageOf(act.error) : undefined}
        onCancel={close}
        onConfirm={() => subject !== undefined && act.mutate(subject)}
      >
        {shown !== undefined && children(shown)}
      </ConfirmDialog>
      {dialog}
    </>
  )
}
