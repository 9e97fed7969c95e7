import { AppError } from '@knockwire/domain/errors'
import { encodeText, encodingProblem } from '@knockwire/domain/charsets/encode-text'
import { withCharset } from '@knockwire/domain/charsets/media-type'
import { decodeBody } from '@knockwire/domain/charsets/decode-body'
import { formFields } from '@knockwire/domain/bodies/form-fields'
import { responseOfService } from '@knockwire/domain/heartbeats/signals/other-addresses'
import { headerPairs } from '@knockwire/domain/headers/read-headers'
import { maxCachedTemplateLength, type Rendering, renderTemplate } from '@knockwire/domain/templates/render-template'
import { headerVariables, joinByName, type ResponseTemplateValues } from '@knockwire/domain/templates/variables'
import { decodeReceived, isEncoded, type ReceivedBody } from '@knockwire/services/receivers/received-body'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import type { Answer, IncomingRequest } from '../received-request.ts'
import type { ReceiverSettings } from '../settings/receiver-settings.ts'

const queryOf = (url: string) => {
  const start = url.indexOf('?')
  return joinByName(new URLSearchParams(start < 0 ? '' : url.slice(start + 1)))
}

/** Fields take long to read where there are many: only for a template that may name one, if only with all of the request. */
const mayReadForm = (template: string) => /request(?!\.(?:method|headers|query|body)\b)/.test(template)

/** What the variables of an answer stand for. A binary body is no text, and left out. */
const answerValues = (
  { method, headers, url }: IncomingRequest,
  { bytes, problem }: ReceivedBody,
  template: string,
): ResponseTemplateValues => {
  const named = headerVariables(headerPairs(headers))
  const contentType = named['content-type']
  return {
    request: {
      method,
      headers: named,
      query: queryOf(url),
      body: problem === null ? (decodeBody(bytes, contentType) ?? '') : `(${problem})`,
      form: problem === null && mayReadForm(template) ? formFields(bytes, contentType) : {},
    },
  }
}

/**
 * What the receiver answers to this request; where its template fails, a 500 that says no more than that. A template
 * that may take long is filled in elsewhere, where accounts take turns: no request waits behind it that needs none of it.
 * Null where too many of the account are being filled in already.
 */
export const renderAnswer = (
  receiver: ReceiverSettings,
  request: IncomingRequest,
  sandbox: Sandbox,
): Answer | Promise<Answer | null> => {
  const { template, templateCost } = receiver
  switch (templateCost) {
    case 'none':
      return answerAsWritten(receiver, request)
    case 'plain':
    case 'unknown': {
      const pairs = headerPairs(request.headers)
      const isDecoded = !readsBody(template) || !isEncoded(request.body, pairs)
      if (isDecoded)
        return renderWith(receiver, request, { bytes: request.body, problem: null, isTruncated: false }, sandbox)
      return decodeReceived(request.body, pairs).then((body) => renderWith(receiver, request, body, sandbox))
    }
  }
}

/** A receiver without its own body responds at another service's address as that service does: clients look for it. */
const answerAsWritten = (receiver: ReceiverSettings, request: IncomingRequest) => {
  const isEmpty = receiver.template === '' && receiver.responseCode === 200
  const expected = isEmpty ? responseOfService(request.url) : null
  return expected === null
    ? toAnswer(receiver, request, { kind: 'rendered', text: receiver.template })
    : toAnswer({ ...receiver, contentType: expected.contentType }, request, { kind: 'rendered', text: expected.body })
}

/** Whether a template may name the body: decoding one that is of no use to it would cost for nothing. */
const readsBody = (template: string) => /request(?!\.(?:method|headers|query)\b)/.test(template)

const renderWith = (receiver: ReceiverSettings, request: IncomingRequest, body: ReceivedBody, sandbox: Sandbox) => {
  const { template, templateCost } = receiver
  const values = answerValues(request, body, template)
  return templateCost === 'plain'
    ? toAnswer(receiver, request, renderTemplate(template, values))
    : renderElsewhere(receiver, request, values, sandbox)
}

const renderElsewhere = async (
  receiver: ReceiverSettings,
  request: IncomingRequest,
  values: ResponseTemplateValues,
  sandbox: Sandbox,
) => {
  const { template, accountId } = receiver
  const job = { kind: 'answer', template, values } as const
  try {
    const rendering = await sandbox.run(accountId, job)
    return toAnswer(receiver, request, rendering ?? failed('The template takes too long to render.'))
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

const failed = (reason: string): Rendering => ({ kind: 'failed', reason })

/** Statuses that carry no body, whatever the receiver is set to answer. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304])

/** An answer as it goes out, which is what the history says of it. */
const asSent = (answer: Answer, { method }: Pick<IncomingRequest, 'method'>): Answer => {
  if (bodiless.has(answer.code)) return { ...answer, body: '' }
  if (method !== 'HEAD') return answer
  const encoded = encodeText(answer.body, answer.contentType) ?? ''
  return { ...answer, body: '', announcedBytes: Buffer.byteLength(encoded) }
}

const toAnswer = (
  { responseCode, contentType }: ReceiverSettings,
  request: IncomingRequest,
  rendering: Rendering,
): Answer => {
  if (rendering.kind === 'rendered') {
    const problem = encodingProblem(rendering.text, contentType)
    if (problem !== null) return asSent(failure(problem), request)
    const sentType = withCharset(contentType, rendering.text)
    return asSent({ code: responseCode, contentType: sentType, body: rendering.text, error: null }, request)
  }
  return asSent(failure(rendering.reason), request)
}

const failure = (error: string): Answer => ({
  code: 500,
  contentType: 'text/plain; charset=utf-8',
  body: 'The response template failed.\n',
  error,
})

/**
 * What filling a template in may cost. A plain one names a few variables and nothing else, and is read only once, so it
 * costs no more than its output, which is at most some times the request. What has tags or filters, names values of the
 * sender's more often, or is too long to be kept as it was read, can take long, and is rendered where nobody else waits
 * for it: a thousand times a body of 2 KB delayed all receivers by 43 ms each.
 */
export type TemplateCost = 'none' | 'plain' | 'unknown'

const plainOutput = /\{\{-?\s*[a-z][\w-]*(?:\.[\w-]+|\["[^"\]{}]*"\]|\['[^'\]{}]*'\])*\s*-?\}\}/gi

/** All but the method are as long as the sender likes. */
const smallOutput = /^\{\{-?\s*request\.method\s*-?\}\}$/i
const mostBigOutputs = 20

const hasMarkup = (template: string) => template.includes('{{') || template.includes('{%')

export const templateCostOf = (template: string): TemplateCost => {
  if (!hasMarkup(template)) return 'none'
  if (template.length > maxCachedTemplateLength) return 'unknown'
  const outputs = template.match(plainOutput) ?? []
  if (outputs.filter((output) => !smallOutput.test(output)).length > mostBigOutputs) return 'unknown'
  return hasMarkup(template.replace(plainOutput, ' ')) ? 'unknown' : 'plain'
}
