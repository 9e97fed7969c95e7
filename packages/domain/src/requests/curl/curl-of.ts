import type { HttpBody } from '../../bodies/http-body.ts'
import type { ReadonlyHeaderList } from '../../headers/header-list.ts'

/** Of the connection or of the body's length: curl sets its own. */
const left: ReadonlySet<string> = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'expect'])

interface CurlSource {
  method: string
  url: string
  headers: ReadonlyHeaderList
  body: Pick<HttpBody, 'encoding' | 'content'>
}

/** A command for a POSIX shell that sends the same request: headers in their order, the body byte for byte. */
export function curlOf({ method, url, headers, body }: CurlSource): string {
  const kept = headers.filter(([name]) => !left.has(name.toLowerCase()))
  const isSent = body.content !== ''
  const lines = [
    `curl --request ${method} ${quoted(url)}`,
    // A header without a value is written with a semicolon.
    ...kept.map(([name, value]) => `--header ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`),
    // curl would add one of its own.
    ...(isSent && !kept.some(([name]) => name.toLowerCase() === 'content-type') ? [`--header 'Content-Type:'`] : []),
  ]
  if (!isSent) return lines.join(' \\\n  ')
  // A shell's words hold no zero bytes and no broken UTF-8: those go through a pipe.
  const isPlain = body.encoding === 'text' && !body.content.includes('\0')
  if (isPlain) return [...lines, `--data-raw ${quoted(body.content)}`].join(' \\\n  ')
  const base64 = body.encoding === 'base64' ? body.content : base64Of(body.content)
  return `printf %s ${quoted(base64)} | base64 --decode | ${[...lines, '--data-binary @-'].join(' \\\n  ')}`
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

const base64Of = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCodePoint(byte)).join(''))
