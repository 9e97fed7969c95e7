import type { ReceivedRequestView } from '@knockwire/domain/receivers/receiver'
import { replayUri, restOf } from '@knockwire/domain/receivers/replay-uri'
import { requestLimits } from '@knockwire/domain/requests/request-rules'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, messageOf } from '../../../../lib/api/api-error.ts'
import { accountKey } from '../../../../lib/session/page-account.ts'
import { readStored, writeStored } from '../../../../lib/session/storage.ts'
import { replayRequest, revealRequestHeaders } from '../request-queries.ts'

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

/** A replay that is being prepared: where it goes, what of it is edited, and what came back. */
export function useReplay(request: ReceivedRequestView) {
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
