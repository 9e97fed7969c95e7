import { contentTypeOf } from '@knockwire/domain/headers/header-list'
import type { ReceivedRequestView } from '@knockwire/domain/receivers/receiver'
import { editedBodyLength, type ReplayView } from '@knockwire/domain/receivers/replay'
import { replayUri, restOf } from '@knockwire/domain/receivers/replay-uri'
import { Button, Checkbox, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconPencil, IconSend } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { BodyView } from '../../../components/inspect/body-view.tsx'
import { Modal } from '../../../components/overlays/modal.tsx'
import { HeadersTable } from '../../../components/inspect/headers-table.tsx'
import { LabeledSection } from '../../../components/ui/panel.tsx'
import { MethodBadge } from '../../../components/ui/request-line.tsx'
import { RelativeTime } from '../../../components/ui/relative-time.tsx'
import { StatusDot } from '../../../components/ui/status-dot.tsx'
import { ApiError, messageOf } from '../../../lib/api-error.ts'
import { bytes, milliseconds } from '../../../lib/format.ts'
import { accountKey, readStored, writeStored } from '../../../lib/storage.ts'
import { replayRequest, revealRequestHeaders } from './request-queries.ts'
import classes from './replay.module.css'

/** The response, or why there was none. */
function ReplayResponse({ response }: { response: ReplayView }) {
  if (response.kind === 'failure') {
    return (
      <Stack gap="xs" className={classes.response}>
        <Outcome tone="bad" label="No response" ms={response.responseTimeMs} />
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
        <BodyView label="Response body" body={response.body} contentType={contentTypeOf(response.headers) ?? ''} />
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
const storedUri = (receiverId: string) => accountKey(`replay-url.${receiverId}`)

/** What is edited before it is sent; `body` is null where it is too long for that, or no text. */
interface Edited {
  headers: string
  body: string | null
}

const canEditBody = ({ requestBody }: ReceivedRequestView) =>
  requestBody.encoding === 'text' && requestBody.content.length <= editedBodyLength

const lineOf = ([name, value]: readonly [string, string]) => `${name}: ${value}`

/** One header a line; what is no header is passed on as a name, which the server rejects beside the field. */
const headersOf = (lines: string): [string, string][] =>
  lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const colon = line.indexOf(':')
      return colon < 0 ? [line, ''] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
    })

function useReplay(request: ReceivedRequestView) {
  const { receiverId } = request
  const [uri, setUri] = useState(() => readStored(storedUri(receiverId), z.string(), ''))
  const [edited, setEdited] = useState<Edited | null>(null)
  const rest = restOf(request.url)
  const [keepsRest, setKeepsRest] = useState(true)
  const sentTo = replayUri(uri, keepsRest ? rest : '')
  const call = useMutation({
    mutationFn: () =>
      replayRequest(request, {
        uri: sentTo,
        ...(edited && { headers: headersOf(edited.headers) }),
        ...(edited && edited.body !== null && { body: edited.body }),
      }),
  })
  const edit = useMutation({
    mutationFn: () => revealRequestHeaders(request),
    onSuccess: (headers) =>
      setEdited({
        headers: headers.map(lineOf).join('\n'),
        body: canEditBody(request) ? request.requestBody.content : null,
      }),
  })
  const resetError = () => {
    if (call.isError) call.reset()
  }
  return {
    uri,
    rest,
    keepsRest,
    setKeepsRest,
    sentTo,
    edited,
    edit,
    error: call.error === null ? {} : errorsOf(call.error),
    response: call.data,
    isSending: call.isPending,
    change: (changed: string) => {
      setUri(changed)
      resetError()
    },
    changeEdited: (changed: Partial<Edited>) => {
      setEdited((current) => current && { ...current, ...changed })
      resetError()
    },
    send: () => {
      if (call.isPending) return
      writeStored(storedUri(receiverId), uri.trim())
      call.mutate()
    },
  }
}

/** Beside the field that a rejection is about; what is about none stands beside the URL. */
function errorsOf(error: Error): { uri?: string; headers?: string; body?: string } {
  if (!(error instanceof ApiError)) return { uri: messageOf(error) }
  const [found] = Object.entries(error.errors)
  if (found === undefined) return { uri: error.message }
  const [key, message] = found
  if (key.startsWith('headers')) return { headers: message }
  return key === 'body' ? { body: message } : { uri: message }
}

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
        Sends this request again with the same method, headers and body unless you edit them. The replay is not added to
        the history.
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
          error={replay.error.uri}
          onChange={({ currentTarget }) => replay.change(currentTarget.value)}
        />
        <Button type="submit" loading={replay.isSending} leftSection={<IconSend size={16} aria-hidden />}>
          Send
        </Button>
      </div>
      {replay.rest !== '' && (
        <Checkbox
          label="Keep the path and query of the request"
          description={replay.uri.trim() === '' ? replay.rest : replay.sentTo}
          classNames={{ description: classes.sentTo ?? '' }}
          checked={replay.keepsRest}
          onChange={({ currentTarget }) => replay.setKeepsRest(currentTarget.checked)}
        />
      )}
      <EditedFields replay={replay} />
      <div role="status">{replay.response && <ReplayResponse response={replay.response} />}</div>
    </form>
  )
}

/** The headers with their secret values, one a line, and the body where it is text. */
function EditedFields({ replay: { edited, edit, error, changeEdited } }: { replay: ReturnType<typeof useReplay> }) {
  if (edited === null) {
    return (
      <div>
        <Button
          variant="subtle"
          leftSection={<IconPencil size={16} aria-hidden />}
          loading={edit.isPending}
          onClick={() => edit.mutate()}
        >
          Edit first
        </Button>
        {edit.isError && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {messageOf(edit.error)}
          </Text>
        )}
      </div>
    )
  }
  return (
    <>
      <Textarea
        label="Headers"
        description="One on each line, with secret values. Host and Content-Length are set anew."
        autosize
        minRows={3}
        maxRows={10}
        spellCheck={false}
        classNames={{ input: classes.mono ?? '' }}
        value={edited.headers}
        error={error.headers}
        onChange={({ currentTarget }) => changeEdited({ headers: currentTarget.value })}
      />
      {edited.body === null ? (
        <Text size="sm" c="dimmed">
          The body is sent as it came: it is no text, or too long to edit here.
        </Text>
      ) : (
        <Textarea
          label="Body"
          autosize
          minRows={3}
          maxRows={14}
          spellCheck={false}
          classNames={{ input: classes.mono ?? '' }}
          value={edited.body}
          error={error.body}
          onChange={({ currentTarget }) => changeEdited({ body: currentTarget.value })}
        />
      )}
    </>
  )
}
