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

/** An address as messages quote it: without what lets somebody in, and not as long as it pleases. */
const quoted = (url: URL) => {
  const shown = new URL(url)
  shown.username = ''
  shown.password = ''
  return `“${shorten(shown.href, shownLength)}”`
}

/** What the target did, for messages about what came of it. */
export const redirectedTo = (statusCode: number, url: URL) => `The target redirected (${statusCode}) to ${quoted(url)}.`

const rejected = (code: OutboundFailureCode, message: string): Redirect => ({
  canFollow: false,
  failure: new OutboundError(code, message),
})

const checkUrl = (statusCode: number, url: URL, rules: UrlRules): Redirect => {
  const target = redirectedTo(statusCode, url)
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
export const redirectOf = (statusCode: number, headers: AnswerHeaders, from: URL, rules: UrlRules): Redirect | null => {
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
  if (url !== null) return checkUrl(statusCode, url, rules)
  return rejected(
    'INVALID_RESPONSE',
    `The target redirected (${statusCode}) to “${shorten(escapeBytes(location), shownLength)}”, which is not a valid URL.`,
  )
}
