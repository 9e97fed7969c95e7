import { headerValues } from '@knockwire/domain/headers/read-headers'
import { shorten } from '@knockwire/domain/text/shorten'
import type { AnswerHeaders } from '../exchange/answer-headers.ts'
import { OutboundError } from '../outbound-error.ts'
import type { OutboundFailureCode } from '../outcome.ts'
import { maxUriLength, type UrlRules } from '../url-rules.ts'

/** Where an answer redirects to, or why it is not followed there. */
export type Redirect = { canFollow: true; url: URL } | { canFollow: false; failure: OutboundError }

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** The Location that a client should follow, a character for each byte, or null where the answer is to be kept as it is. */
const locationOf = (statusCode: number, { bytes }: AnswerHeaders) =>
  redirectStatuses.has(statusCode) ? (headerValues(bytes, 'location')[0] ?? null) : null

/** Each byte beyond ASCII is escaped as it is, as browsers do: it need not be UTF-8. */
const escapeBytes = (location: string) =>
  location.replaceAll(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`)

const shownLength = 200

/** Takes secrets out of a text (`OutboundRequest.mask`). */
export type Mask = (text: string) => string

/** Not as long as it pleases, and masked before it is cut. */
const quoted = (text: string, mask: Mask) => `“${shorten(mask(text), shownLength)}”`

/** An address as messages quote it: without what lets somebody in. */
const withoutUser = (url: URL): string => {
  const shown = new URL(url)
  shown.username = ''
  shown.password = ''
  return shown.href
}

/** What the target did, for messages about what came of it. */
export const redirectedTo = (statusCode: number, url: URL, mask: Mask) =>
  `The target redirected (${statusCode}) to ${quoted(withoutUser(url), mask)}.`

const rejected = (code: OutboundFailureCode, message: string): Redirect => ({
  canFollow: false,
  failure: new OutboundError(code, message),
})

interface RedirectTools {
  rules: UrlRules
  mask: Mask
}

const checkUrl = (statusCode: number, url: URL, { rules, mask }: RedirectTools): Redirect => {
  const target = redirectedTo(statusCode, url, mask)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return rejected('BLOCKED_ADDRESS', `${target} Only addresses that start with http:// or https:// can be called.`)
  if (url.username !== '' || url.password !== '')
    return rejected(
      'BLOCKED_ADDRESS',
      `${target} That URL contains a username and password, so the redirect is not followed. Call it directly, with basic authentication.`,
    )
  const verdict = rules.check(url)
  return verdict.ok ? { canFollow: true, url } : rejected('BLOCKED_ADDRESS', `${target} ${verdict.message}`)
}

/** Where the answer to `from` redirects to; null where it does not. What it resolves to is not looked at here. */
export const redirectOf = (
  statusCode: number,
  headers: AnswerHeaders,
  from: URL,
  tools: RedirectTools,
): Redirect | null => {
  const location = locationOf(statusCode, headers)
  if (location === null) return null
  if (location === '')
    return rejected('INVALID_RESPONSE', `The target redirected (${statusCode}) with a Location header that is empty.`)
  if (location.length > maxUriLength)
    return rejected(
      'INVALID_RESPONSE',
      `The target redirected (${statusCode}) to an address of more than ${maxUriLength} characters.`,
    )
  const url = URL.parse(escapeBytes(location), from.href)
  if (url !== null) return checkUrl(statusCode, url, tools)
  return rejected(
    'INVALID_RESPONSE',
    `The target redirected (${statusCode}) to ${quoted(escapeBytes(location), tools.mask)}, which is not a valid URL.`,
  )
}
