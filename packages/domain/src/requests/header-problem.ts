import { connectionHeaders } from '../headers/connection-headers.ts'
import { requestLimits } from './request-rules.ts'

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
/** What no header can carry, line breaks above all. Other text is sent as UTF-8. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for.
const control = /[\0-\x08\x0a-\x1f\x7f]/

/** What keeps a header from being sent, and in which of its two fields; null where nothing does. The name is trimmed. */
export function headerProblem(name: string, value: string): { field: 'name' | 'value'; message: string } | null {
  const { headerNameLength, headerValueLength } = requestLimits
  if (name.length > headerNameLength) {
    return { field: 'name', message: `A header's name has at most ${headerNameLength} characters.` }
  }
  if (!token.test(name)) {
    return { field: 'name', message: `“${name}” isn’t a valid header name. Use letters, digits and hyphens.` }
  }
  if (connectionHeaders.has(name.toLowerCase())) {
    return { field: 'name', message: `The header ${name} is set by the call itself and cannot be changed.` }
  }
  if (value.length > headerValueLength) {
    return { field: 'value', message: `The value of ${name} has more than ${headerValueLength} characters.` }
  }
  if (!control.test(value) && value.isWellFormed()) return null
  return {
    field: 'value',
    message: `The value of ${name} holds a line break or another character that a header cannot carry.`,
  }
}
