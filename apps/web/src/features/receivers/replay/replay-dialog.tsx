import type { ReceivedRequestView } from '@knockwire/domain/receivers/receiver'
import { Button, Modal, Text, TextInput } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { MethodBadge } from '../../../components/ui/method-badge.tsx'
import { RelativeTime } from '../../../components/ui/relative-time.tsx'
import { bytes } from '../../../lib/format.ts'
import { ReplayAnswer } from './replay-answer.tsx'
import classes from './replay.module.css'
import { useReplay } from './use-replay.ts'

interface ReplayDialogProps {
  opened: boolean
  /** The last one stays while the dialog closes. */
  request: ReceivedRequestView | null
  onClose: () => void
}

/** Sends a recorded request again, and shows what came back. */
export function ReplayDialog({ opened, request, onClose }: ReplayDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Replay request" size="xl">
      {request && <ReplayForm key={request.id} request={request} />}
    </Modal>
  )
}

function ReplayForm({ request }: { request: ReceivedRequestView }) {
  const replay = useReplay(request)
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        replay.send()
      }}
    >
      <Text size="sm" c="dimmed">
        Sends the recorded request again, with its method, headers and exact body. Nothing is recorded.
      </Text>
      <div className={classes.what}>
        <MethodBadge method={request.httpMethod} />
        <span>
          {bytes(request.requestBody.bytes)}, received <RelativeTime at={request.createdAt} />
        </span>
      </div>
      <div className={classes.target}>
        <TextInput
          label="URL"
          name="uri"
          placeholder="https://example.com/webhook"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={2048}
          data-autofocus
          classNames={{ input: classes.mono ?? '' }}
          value={replay.uri}
          error={replay.error}
          onChange={({ currentTarget }) => replay.change(currentTarget.value)}
        />
        <Button type="submit" loading={replay.isSending} leftSection={<IconSend size={16} aria-hidden />}>
          Send
        </Button>
      </div>
      <div role="status">{replay.answer && <ReplayAnswer answer={replay.answer} />}</div>
    </form>
  )
}
