import { headerBytesOf } from '@knockwire/domain/headers/header-text'
import { endpointOf } from '../connect/open-socket.ts'
import type { AnswerHeaders } from '../exchange/answer-headers.ts'
import { decodeBody, encodingOf } from '../exchange/decode-body.ts'
import type { Body } from '../exchange/decode-bytes.ts'
import { OutboundError } from '../outbound-error.ts'
import { outboundMethods, type OutboundRequest } from '../request.ts'
import { parseUri, type UrlRules } from '../url-rules.ts'
import { CallCookies } from './call-cookies.ts'
import type { Deadline } from './deadline.ts'
import { exchangeHop, type HopAnswer, type HopTools } from './exchange-hop.ts'
import { type Hop, hopAfter, wouldRepeatBody } from './hop.ts'
import { firstHeaders } from './request-headers.ts'
import { type Redirect, redirectedTo, redirectOf } from './redirect-rules.ts'

export interface CallTools extends HopTools {
  urlRules: UrlRules
}

interface LastHop {
  answer: HopAnswer
  url: URL
  redirects: number
  /** Why the answer, a redirect, was not followed to its end; null where it is the answer to the call. */
  failure: OutboundError | null
}

/** The last answer of a call, whole. */
export interface CallResult extends LastHop {
  body: Body
}

const methods: ReadonlySet<string> = new Set(outboundMethods)

const firstHop = (request: OutboundRequest, { limits, urlRules }: CallTools): Hop => {
  const url = parseUri(request.uri)
  if (url === null) throw new OutboundError('BLOCKED_ADDRESS', 'The address is not a valid URL, or too long.')
  if (!methods.has(request.method)) throw new OutboundError('INTERNAL', `The method ${request.method} cannot be sent.`)
  const verdict = urlRules.check(url)
  if (!verdict.ok) throw new OutboundError('BLOCKED_ADDRESS', verdict.message)
  const headers = firstHeaders(request, limits.userAgent).map(([name, value]) => [name, headerBytesOf(value)] as const)
  return { url, method: request.method, headers, body: request.body ?? null }
}

/** Ours to say, whichever of a call's requests they end. */
const ofThisServer: ReadonlySet<string> = new Set(['INTERNAL', 'INTERRUPTED'])

/** The same failure, with what led to the address that it is about. */
const afterRedirect = (error: unknown, redirected: string) =>
  error instanceof OutboundError && !ofThisServer.has(error.code)
    ? new OutboundError(error.code, `${redirected} ${error.message}`, error.cause)
    : null

const tooManyRedirects = (maxRedirects: number) =>
  new OutboundError('TOO_MANY_REDIRECTS', `The target redirected more than ${maxRedirects} times.`)

const secretBody = (redirected: string) =>
  new OutboundError(
    'INVALID_RESPONSE',
    `${redirected} The body of the request has a secret in it, which is sent to no other address. Call that URL directly.`,
  )

/** Our own loop: every hop is vetted as if it were the first. */
const followHops = async (request: OutboundRequest, deadline: Deadline, tools: CallTools): Promise<LastHop> => {
  const { limits, urlRules } = tools
  const { mask = (text: string) => text } = request
  const cookies = new CallCookies()
  let hop = firstHop(request, tools)
  let before: { answer: HopAnswer; url: URL } | null = null
  for (let redirects = 0; ; redirects += 1) {
    const current = hop
    const { url } = current
    const toFollow = (statusCode: number, headers: AnswerHeaders): Redirect | null => {
      const redirect = request.followRedirect ? redirectOf(statusCode, headers, url, { rules: urlRules, mask }) : null
      if (!redirect?.canFollow) return redirect
      if (redirects === limits.maxRedirects) return { canFollow: false, failure: tooManyRedirects(limits.maxRedirects) }
      return request.hasSecretBody && wouldRepeatBody(current, statusCode, redirect.url)
        ? { canFollow: false, failure: secretBody(redirectedTo(statusCode, redirect.url, mask)) }
        : redirect
    }
    const options = { redirectOf: toFollow, partition: request.partition ?? '' }
    const endpoint = endpointOf(url, request.allowInsecureCerts)
    let answer: HopAnswer
    try {
      answer = await exchangeHop(cookies.on(hop), endpoint, options, deadline, tools)
    } catch (error) {
      const failure = before === null ? null : afterRedirect(error, redirectedTo(before.answer.statusCode, url, mask))
      if (before === null || failure === null) throw error
      return { ...before, redirects: redirects - 1, failure }
    }
    const { redirect } = answer
    if (!redirect?.canFollow) return { answer, url, redirects, failure: redirect?.failure ?? null }
    cookies.take(url, answer.headers.bytes)
    before = { answer, url }
    hop = hopAfter(current, answer.statusCode, redirect.url, request.secretHeaders)
  }
}

const bodyOf = async ({ answer, failure }: LastHop, maxBodyBytes: number): Promise<Body> => {
  const received = { bytes: answer.body, isTruncated: answer.isTruncated }
  const decoding = decodeBody(received, encodingOf(answer.headers.bytes), maxBodyBytes)
  // That the call failed is what there is to say of it then.
  return failure === null ? decoding : decoding.catch(() => ({ bytes: new Uint8Array(0), isTruncated: true }))
}

/** Makes the call whole; throws an `OutboundError` where no answer came. */
export const sendRequest = async (
  request: OutboundRequest,
  deadline: Deadline,
  tools: CallTools,
): Promise<CallResult> => {
  const last = await followHops(request, deadline, tools)
  return { ...last, body: await bodyOf(last, tools.limits.maxBodyBytes) }
}
