import type { HeaderList, ReadonlyHeaderList } from '@knockwire/domain/headers/header-list'
import { requestLimits } from '@knockwire/domain/requests/request-target'

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
/** What fits into a header field's bytes; line breaks above all do not. */
const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/

/** These belong to the connection, and the client writes them itself. */
const reserved: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Rows without a name are dropped, as the editor does. */
export const namedHeaders = (headers: ReadonlyHeaderList): HeaderList =>
  headers.map(([name, value]): [string, string] => [name.trim(), value]).filter(([name]) => name !== '')

/** What keeps the headers from being sent, in one sentence; null where nothing does. */
export const checkHeaders = (headers: ReadonlyHeaderList): string | null => {
  for (const [name, value] of headers) {
    const fault = checkHeader(name, value)
    if (fault !== null) return fault
  }
  return null
}

const checkHeader = (name: string, value: string): string | null => {
  const { headerNameLength, headerValueLength } = requestLimits
  if (name.length > headerNameLength) return `A header's name has at most ${headerNameLength} characters.`
  if (!token.test(name)) return `“${name}” is no header name: letters, digits and hyphens can be used.`
  if (reserved.has(name.toLowerCase())) return `The header ${name} is set by the call itself and cannot be changed.`
  if (value.length > headerValueLength) return `The value of ${name} has more than ${headerValueLength} characters.`
  return fieldValue.test(value)
    ? null
    : `The value of ${name} holds a line break or another character that a header cannot carry.`
}
