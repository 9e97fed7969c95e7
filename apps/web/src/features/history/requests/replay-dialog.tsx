import { contentTypeOf } from '@knockwire/domain/headers/header-list'
import type { ReceivedRequestView } from '@knockwire/domain/receivers/receiver'
import type { ReplayView } from '@knockwire/domain/receivers/replay'
import { Button, Modal, Stack, Text, TextInput } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { HeadersTable } from '../../../components/inspect/headers-table.tsx'
import { LabeledSection } from '../../../components/ui/panel.tsx'
import { MethodBadge } from '../../../components/ui/request-line.tsx'
import { RelativeTime } from '../../../components/ui/relative-time.tsx'
import { StatusDot } from '../../../components/ui/status-dot.tsx'
import { ApiError, messageOf } from '../../../lib/api-error.ts'
import { bytes, milliseconds } from '../../../lib/format.ts'
import { readStored, writeStored } from '../../../lib/storage.ts'
import { replayRequest } from './request-queries.ts'
import classes from './replay.module.css'
import { ReceivedBodyView } from './received-body-view.tsx'

/** The response, or why there was none. */
function ReplayResponse({ response }: { response: ReplayView }) {
  if (response.kind === 'failure') {
    return (
      <Stack gap="xs" className={classes.response}>
        <Outcome tone="bad" label="No answer" ms={response.responseTimeMs} />
        <Text size="sm">{response.message}</Text>
      </Stack>
    )
  }
  return (
    <Stack gap="sm" className={classes.response}>
      <Outcome
        tone={response.statusCode < 400 ? 'ok' : 'warn'}
        label={`Answered ${response.statusCode}`}
        ms={response.responseTimeMs}
      />
      <LabeledSection title="Response Headers">
        <HeadersTable label="Response headers" headers={response.headers} />
      </LabeledSection>
      <LabeledSection title="Response Body">
        <ReceivedBodyView
          label="Response body"
          body={response.body}
          contentType={contentTypeOf(response.headers) ?? ''}
          isTruncated={response.isTruncated}
        />
      </LabeledSection>
    </Stack>
  )
}

const Outcome = ({ tone, label, ms }: { tone: 'ok' | 'warn' | 'bad'; label: string; ms: number }) => (
  <div className={classes.outcome}>
    <StatusDot withLabel tone={tone} label={label} />
    <Text span size="sm" c="dimmed">
      {milliseconds(ms)}
    </Text>
  </div>
)

/** Requests are often replayed to the same URL several times while a bug there is fixed. */
const storedUri = (receiverId: string) => `replay-url.${receiverId}`

function useReplay(request: ReceivedRequestView) {
  const { receiverId } = request
  const [uri, setUri] = useState(() => readStored(storedUri(receiverId), z.string(), ''))
  const call = useMutation({ mutationFn: () => replayRequest(request, { uri: uri.trim() }) })
  return {
    uri,
    error: call.error === null ? undefined : errorText(call.error),
    response: call.data,
    isSending: call.isPending,
    change: (changed: string) => {
      setUri(changed)
      if (call.isError) call.reset()
    },
    send: () => {
      if (call.isPending) return
      writeStored(storedUri(receiverId), uri.trim())
      call.mutate()
    },
  }
}

/** The only field is the URL, so any rejection is about it. */
const errorText = (error: Error): string =>
  error instanceof ApiError ? (Object.values(error.errors)[0] ?? error.message) : messageOf(error)

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
      <div role="status">{replay.response && <ReplayResponse response={replay.response} />}</div>
    </form>
  )
}
