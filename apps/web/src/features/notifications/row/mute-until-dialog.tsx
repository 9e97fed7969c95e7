import { Button, Group, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Modal } from '../../../components/overlays/modal.tsx'
import { fieldErrorsIn, messageOf } from '../../../lib/api/api-error.ts'
import { useMuteNotification } from '../notification-queries.ts'
import type { NotificationRowProps } from './row-actions.tsx'

interface MuteUntilDialogProps extends NotificationRowProps {
  opened: boolean
  onClose: () => void
}

/** Asks for the moment at which a mute ends. */
export const MuteUntilDialog = ({ opened, onClose, ...row }: MuteUntilDialogProps) => (
  <Modal opened={opened} onClose={onClose} title="Mute notification until">
    <MuteUntilForm {...row} onClose={onClose} />
  </Modal>
)

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** As the field has it: the reader's own clock, to the minute. */
const fieldValue = (at: Date): string => {
  const date = [at.getFullYear(), twoDigits(at.getMonth() + 1), twoDigits(at.getDate())].join('-')
  return `${date}T${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`
}

/** Nine o'clock tomorrow: when somebody is there again. */
const tomorrowMorning = (): Date => {
  const at = new Date()
  at.setDate(at.getDate() + 1)
  at.setHours(9, 0, 0, 0)
  return at
}

function MuteUntilForm({ owner, isDraft, notification, onClose }: Omit<MuteUntilDialogProps, 'opened'>) {
  const [value, setValue] = useState(() => fieldValue(tomorrowMorning()))
  const [error, setError] = useState<string | null>(null)
  const change = useMuteNotification({ owner, isQuiet: isDraft })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const until = new Date(value)
    if (Number.isNaN(until.getTime())) return setError('Enter a date and a time.')
    if (until.getTime() <= Date.now()) return setError('Enter a time in the future.')
    const onError = (rejected: Error) => setError(fieldErrorsIn(rejected)?.['until'] ?? messageOf(rejected))
    change.mutate({ id: notification.id, mute: { until: until.toISOString() } }, { onSuccess: onClose, onError })
  }
  return (
    <form onSubmit={submit} noValidate>
      <TextInput
        type="datetime-local"
        label="Date and time"
        value={value}
        error={error}
        data-autofocus
        onChange={({ currentTarget }) => {
          setValue(currentTarget.value)
          setError(null)
        }}
      />
      <Text size="sm" c="dimmed" mt="xs">
        Nothing is sent to {notification.recipient} until then. The history records what would have been sent.
      </Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" aria-busy={change.isPending || undefined}>
          Mute
        </Button>
      </Group>
    </form>
  )
}
