import { endpointOf } from '../connect/open-socket.ts'
import type { AnswerHeaders } from '../exchange/answer-reader.ts'
import { decodeBody } from '../exchange/decode-body.ts'
import { OutboundError } from '../outbound-error.ts'
import { outboundMethods, type OutboundRequest } from '../request.ts'
import { parseUri, type UrlRules } from '../url-rules.ts'
import type { Deadline } from './deadline.ts'
import { exchangeHop, type HopAnswer, type HopTools } from './exchange-hop.ts'
import { firstHeaders, headerOf } from './request-headers.ts'
import { redirected, type Hop } from './redirect-rules.ts'

export interface CallTools extends HopTools {
  urlRules: UrlRules
}

interface LastHop {
  answer: HopAnswer
  url: URL
  redirects: number
}

const methods: ReadonlySet<string> = new Set(outboundMethods)

const firstHop = (request: OutboundRequest, userAgent: string): Hop => {
  const url = parseUri(request.uri)
  if (url === null) throw new OutboundError('BLOCKED_ADDRESS', 'The address is not a valid URL, or too long.')
  if (!methods.has(request.method)) throw new OutboundError('INTERNAL', `The method ${request.method} cannot be sent.`)
  return { url, method: request.method, headers: firstHeaders(request, userAgent), body: request.body ?? null }
}

/** Our own loop: every hop is vetted as if it were the first. */
const followHops = async (request: OutboundRequest, deadline: Deadline, tools: CallTools): Promise<LastHop> => {
  const { limits, urlRules } = tools
  const options = { followRedirect: request.followRedirect, partition: request.partition ?? '' }
  let hop = firstHop(request, limits.userAgent)
  for (let redirects = 0; redirects <= limits.maxRedirects; redirects += 1) {
    const verdict = urlRules.check(hop.url)
    if (!verdict.ok) throw new OutboundError('BLOCKED_ADDRESS', verdict.message)
    const endpoint = endpointOf(hop.url, headerOf(hop.headers, 'host'), request.allowInsecureCerts)
    const answer = await exchangeHop(hop, endpoint, options, deadline, tools)
    if (answer.location === null) return { answer, url: hop.url, redirects }
    hop = redirected(hop, answer.statusCode, answer.location, limits.userAgent)
  }
  throw new OutboundError('TOO_MANY_REDIRECTS', `The target redirected more than ${limits.maxRedirects} times.`)
}

const bodyOf = ({ body, isTruncated, headers }: HopAnswer, maxBodyBytes: number) =>
  decodeBody({ bytes: body, isTruncated }, encodingOf(headers), maxBodyBytes)

/** Several headers of the name are one list. */
const encodingOf = ({ 'content-encoding': encoding = '' }: AnswerHeaders) =>
  typeof encoding === 'string' ? encoding : encoding.join(', ')

/** Makes the call whole; throws an `OutboundError` where no answer came. */
export const sendRequest = async (request: OutboundRequest, deadline: Deadline, tools: CallTools) => {
  const { answer, url, redirects } = await followHops(request, deadline, tools)
  const body = await bodyOf(answer, tools.limits.maxBodyBytes)
  return { answer, body, finalUri: url.href, redirects }
}
