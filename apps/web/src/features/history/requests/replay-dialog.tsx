import '../../../theme/mantine-later-styles.ts'
import type { ReceivedRequestView } from '@knockwire/domain/receivers/receiver'
import { requestLimits } from '@knockwire/domain/requests/request-rules'
import { replayUri, restOf } from '@knockwire/domain/receivers/replay-uri'
import { Button, Checkbox, Text, Textarea, TextInput } from '@mantine/core'
import { IconPencil, IconSend } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FormActions, FormModal, useUnsavedForm } from '../../../components/overlays/form-modal.tsx'
import { MethodBadge } from '../../../components/ui/layout/request-line.tsx'
import { RelativeTime } from '../../../components/ui/feedback/relative-time.tsx'
import { ApiError, messageOf } from '../../../lib/api/api-error.ts'
import { bytes } from '../../../lib/format/format.ts'
import { accountKey } from '../../../lib/session/page-account.ts'
import { readStored, writeStored } from '../../../lib/session/storage.ts'
import { ReplayOutcome, ReplayResponse } from './replay-response.tsx'
import { replayRequest, revealRequestHeaders } from './request-queries.ts'
import classes from './replay.module.css'

/** Requests are often replayed to the same URL several times while a bug there is fixed. */
const storedUri = (receiverId: string) => accountKey(`replay-url.${receiverId}`)

/** What is edited before it is sent; `body` is null where it is too long for that, or no text. */
interface Edited {
  headers: string
  body: string | null
}

/** A body that came compressed is edited, and then sent, without its encoding. */
const editableBody = ({ requestBody, decodedRequestBody }: ReceivedRequestView): string | null => {
  const { encoding, content, isTruncated } = decodedRequestBody ?? requestBody
  return encoding === 'text' && !isTruncated && content.length <= requestLimits.bodyLength ? content : null
}

/** What is typed, and edited. */
interface Typed {
  uri: string
  edited: Edited | null
}

const isChanged = (typed: Typed, kept: Typed): boolean =>
  typed.uri !== kept.uri || typed.edited?.headers !== kept.edited?.headers || typed.edited?.body !== kept.edited?.body

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
  const [uri, setUri] = useState(
    () => readStored(storedUri(receiverId), (stored) => (typeof stored === 'string' ? stored : undefined)) ?? '',
  )
  const [edited, setEdited] = useState<Edited | null>(null)
  /** What would not be lost: what the dialog began with, and what was sent. */
  const [kept, setKept] = useState<Typed>({ uri, edited })
  const rest = restOf(request.url)
  const [keepsRest, setKeepsRest] = useState(true)
  const sentTo = replayUri(uri, keepsRest ? rest : '')
  const call = useMutation({
    mutationFn: ({ edited: sent }: Typed) =>
      replayRequest(request, {
        uri: sentTo,
        ...(sent && { headers: headersOf(sent.headers) }),
        ...(sent && sent.body !== null && { body: sent.body }),
      }),
    onSuccess: (_response, sent) => setKept(sent),
  })
  const edit = useMutation({
    mutationFn: () => revealRequestHeaders(request),
    onSuccess: (headers) => {
      const received = { headers: headers.map(lineOf).join('\n'), body: editableBody(request) }
      setEdited(received)
      setKept((current) => ({ ...current, edited: received }))
    },
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
    isDirty: isChanged({ uri, edited }, kept),
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
      call.mutate({ uri, edited })
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
    <FormModal opened={opened} onClose={onClose} title="Replay request" size="xl">
      {request && <ReplayForm key={request.id} request={request} />}
    </FormModal>
  )
}

function ReplayForm({ request }: { request: ReceivedRequestView }) {
  const replay = useReplay(request)
  useUnsavedForm(replay.isDirty ? 'The replay that you are editing is not sent. It will be lost.' : null)
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
          placeholder="e.g. https://example.com/webhook"
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
      <div role="status">{replay.response && <ReplayOutcome response={replay.response} />}</div>
      {replay.response?.kind === 'response' && <ReplayResponse response={replay.response} />}
      <FormActions />
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
          Edit request
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
        description="One per line, with secret values. Host and Content-Length are set automatically."
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
          The body is sent as received, because it is binary or too long to edit here.
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
