import { decodeBody } from '../../charsets/decode-body.ts'
import { bytesIn, utf8Of } from './words/byte-text.ts'
import type { CurlArgument } from './curl-arguments.ts'

const dataOptions: ReadonlySet<string> = new Set([
  '--data',
  '--data-raw',
  '--data-binary',
  '--data-urlencode',
  '--json',
])

export const isData = ({ name }: CurlArgument) => dataOptions.has(name)

/** With a value that begins with @; --data-raw is not among them. */
const readsFileByAt: ReadonlySet<string> = new Set(['--data', '--data-binary', '--json', '--header'])

/** Whether an option that is supported otherwise has a file for its value. */
export function readsFile({ name, value }: CurlArgument): boolean {
  if (name === '--data-urlencode') return /^[^=]*@/.test(value)
  if (name === '--cookie') return !value.includes('=')
  return readsFileByAt.has(name) && value.startsWith('@')
}

/** The bytes that the data options make together, or null where there are none; files cannot be read from here. */
export function curlData(args: readonly CurlArgument[]): string | null {
  const parts = args.filter(isData).filter((part) => !readsFile(part))
  if (parts.length === 0) return null
  // Each adds an ampersand before it, even to nothing, but for --json, which adds itself alone.
  return parts.map((part, at) => (at === 0 || part.name === '--json' ? '' : '&') + dataOf(part)).join('')
}

/** The data as the text that a request's body is written in; null where they are none. */
export function bodyTextOf(bytes: string, contentType: string): string | null {
  const text = utf8Of(bytes)
  if (text !== null || !/charset/i.test(contentType)) return text
  return decodeBody(bytesIn(bytes), contentType)
}

function dataOf({ name, value }: CurlArgument): string {
  if (name !== '--data-urlencode') return value
  const at = value.indexOf('=')
  const field = at > 0 ? `${value.slice(0, at)}=` : ''
  return field + formEncoded(value.slice(at + 1))
}

/** As curl writes the value of a form's field. */
const formEncoded = (bytes: string): string =>
  bytes.replaceAll(/[^\w.~-]/g, (char) =>
    char === ' ' ? '+' : `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
