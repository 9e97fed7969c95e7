import { Button, Group, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Modal } from '../../overlays/modal.tsx'

export interface LeaveDialogProps {
  title: string
  /** What becomes of what is not saved. */
  message: ReactNode
  stayLabel: string
  opened: boolean
  saveBeforeLeaving: () => Promise<boolean>
  onStay: () => void
  onLeave: () => void
}

export function LeaveDialog({
  opened,
  title,
  message,
  stayLabel,
  saveBeforeLeaving,
  onStay,
  onLeave,
}: LeaveDialogProps) {
  const [saving, setSaving] = useState<'idle' | 'saving' | 'failed'>('idle')
  const leave = async () => {
    if (saving === 'failed') return onLeave()
    setSaving('saving')
    if (await saveBeforeLeaving()) onLeave()
    else setSaving('failed')
  }
  return (
    <Modal opened={opened} onClose={onStay} title={title}>
      <Text component="div">{message}</Text>
      {saving === 'failed' && (
        <Text role="alert" mt="sm" c="var(--mantine-color-error)">
          Your last changes could not be saved. They will be lost if you leave now.
        </Text>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" loading={saving === 'saving'} onClick={() => void leave()}>
          {saving === 'failed' ? 'Leave without saving' : 'Leave'}
        </Button>
        <Button onClick={onStay} data-autofocus>
          {stayLabel}
        </Button>
      </Group>
    </Modal>
  )
}
