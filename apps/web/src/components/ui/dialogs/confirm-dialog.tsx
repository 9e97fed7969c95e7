import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Modal } from '../../overlays/modal.tsx'

interface ConfirmDialogProps {
  opened: boolean
  title: string
  /** What will happen; it warns where it cannot be undone. */
  children: ReactNode
  /** "Cancel" or "Close", as the screen has it. */
  cancelLabel: string
  confirmLabel: string
  isBusy?: boolean
  /** What went wrong, where the confirmed action was rejected. */
  error?: string | undefined
  onCancel: () => void
  onConfirm: () => void
  /** Once it has faded. */
  onClosed?: () => void
}

/** Asks before something that cannot be undone. Focus starts on the harmless button. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    opened,
    title,
    children,
    cancelLabel,
    confirmLabel,
    isBusy = false,
    error,
    onCancel,
    onConfirm,
    onClosed = () => {},
  } = props
  return (
    <Modal
      opened={opened}
      onClose={onCancel}
      onExitTransitionEnd={onClosed}
      title={title}
      closeOnClickOutside={!isBusy}
      closeOnEscape={!isBusy}
    >
      <Text component="div">{children}</Text>
      {error && (
        <Text role="alert" c="red" mt="sm">
          {error}
        </Text>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onCancel} disabled={isBusy} data-autofocus>
          {cancelLabel}
        </Button>
        <Button color="red" onClick={onConfirm} loading={isBusy}>
          {confirmLabel}
        </Button>
      </Group>
    </Modal>
  )
}
