import type { IncomingMessage } from 'node:http'
import { sentSignalOf } from '@knockwire/domain/heartbeats/signals/sent-signal'
import { targetPath } from '@knockwire/domain/receivers/target-path'
import { completeExecution, type CompletionVerdict } from './complete-execution.ts'
import type { ReadonlyHeaderList } from '@knockwire/domain/headers/header-list'
import { contentTypeOf } from '@knockwire/domain/headers/read-headers'
import { decodeReceived } from '@knockwire/services/receivers/received-body'
import type { CompletionTokens } from '@knockwire/services/secrets/completion-token'
import type pg from 'pg'
import { errorResponses, type Sent } from './answers.ts'
import type { ClientBound } from './limits/client-bound.ts'

const path = /^\/c\/([\w.-]{1,200})(\/[^?#]*)?(?:[?#]|$)/

/** Whether a URL may complete an execution. It is asked of URLs alone that are no receiver's, so receivers do not pay for it. */
export const isCompletionUrl = (url: string): boolean => path.test(targetPath(url))

const text = (code: number, message: string): Sent => ({
  code,
  contentType: 'text/plain; charset=utf-8',
  body: `${message}\n`,
})

/** Of a token that is not ours, and of an execution that is no more: who guesses learns nothing. */
const unknown = text(404, 'There is no execution to be completed at this address.')

/** A sender that tries again is told that it need not, and that a later outcome changes nothing. */
const answers: Readonly<Record<CompletionVerdict, Sent>> = {
  COMPLETED: text(200, 'Completed.'),
  KNOWN: text(200, 'This execution was completed before. What was sent first counts.'),
  ENDED: text(410, 'This execution has ended without a completion.'),
  TOO_LATE: text(410, 'The time for the completion of this execution is over.'),
  UNKNOWN: unknown,
}

export const nothingCompleted = text(200, 'Nothing is completed by this.')

/** A link is previewed, or fetched before anyone follows it: by programs that read a message which a target has put its address in. */
export const onlyLooks = ({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean =>
  method === 'HEAD' ||
  [headers['sec-purpose'], headers['purpose'], headers['x-purpose'], headers['x-moz']].some((purpose) =>
    /^(?:prefetch|preview|prerender)\b/i.test(String(purpose ?? '')),
  )

export interface CompletionTools {
  pool: pg.Pool
  tokens: CompletionTokens
  bound: ClientBound
  onCompleted: () => void
}

interface Sender {
  url: string
  headers: ReadonlyHeaderList
  body: Uint8Array
}

/** The answer to a caller without a token of ours, before a body is read from them; null for all others. */
export const rejectGuess = (
  url: string,
  address: string,
  { tokens, bound }: Pick<CompletionTools, 'tokens' | 'bound'>,
): Sent | null => {
  if (tokens.read(tokenOf(url)) !== null) return null
  const leftMs = bound.noteGuess(address)
  return leftMs > 0 ? errorResponses.tooManyGuesses(leftMs) : unknown
}

const tokenOf = (url: string) => path.exec(targetPath(url))?.[1] ?? ''

/** Takes how an execution ended from its target: `/fail` and exit codes as signals of heartbeats have them. */
export const takeCompletion = async ({ url, headers, body }: Sender, tools: CompletionTools): Promise<Sent> => {
  const [, token = '', suffix = ''] = path.exec(targetPath(url)) ?? []
  const executionId = tools.tokens.read(token)
  if (executionId === null) return unknown
  const { kind, exitCode } = sentSignalOf(`/r/completion${suffix}`)
  // A start and a line for the log end nothing.
  if (kind === 'START' || kind === 'LOG') return nothingCompleted
  const decoded = await decodeReceived(body, headers)
  if (decoded.isTruncated) return errorResponses.tooLarge
  const contentType = contentTypeOf(headers) ?? null
  const sent = { executionId, hasFailed: kind === 'FAIL', exitCode, contentType, body: decoded.bytes }
  const verdict = await completeExecution(tools.pool, sent)
  if (verdict === 'COMPLETED') tools.onCompleted()
  return answers[verdict]
}
