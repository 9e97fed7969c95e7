import { TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { messageOf } from '../../lib/api/api-error.ts'
import { DialogForm } from './dialog-form.tsx'

interface TypedDeletionProps {
  /** What has to be typed, such as a name; nothing can be deleted while it is empty. */
  expected: string
  hint: ReactNode
  submitLabel: string
  error: unknown
  isDeleting: boolean
  onDelete: () => void
  onCancel: () => void
}

/** What goes with all that belongs to it is named by typing, so that nobody deletes it with two clicks. */
export function TypedDeletion({ expected, error, isDeleting, onDelete, ...shown }: TypedDeletionProps) {
  const [typed, setTyped] = useState('')
  const isTyped = expected !== '' && typed.trim().toLowerCase() === expected.toLowerCase()
  return (
    <DialogForm
      {...shown}
      isDestructive
      isReady={isTyped}
      isSending={isDeleting}
      problem={error === null ? null : messageOf(error)}
      formProps={{
        noValidate: true,
        onSubmit: (event) => {
          event.preventDefault()
          if (isTyped) onDelete()
        },
      }}
    >
      <TextInput
        label={`Type ${expected} to confirm`}
        autoComplete="off"
        data-autofocus
        readOnly={isDeleting}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </DialogForm>
  )
}
