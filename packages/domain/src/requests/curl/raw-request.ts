import type { HttpBody } from '../../bodies/http-body.ts'
import type { ReadonlyHeaderList } from '../../headers/header-list.ts'

interface RawSource {
  method: string
  url: string
  headers: ReadonlyHeaderList
  body: HttpBody
}

/** A request as HTTP/1.1 carries it, to be read: its first line, its headers in their order, an empty line, its body. */
export function rawRequestOf({ method, url, headers, body }: RawSource): string {
  const target = url.replace(/^[a-z]+:\/\/[^/?#]*/i, '')
  const head = [
    `${method} ${target === '' ? '/' : target} HTTP/1.1`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ]
  return `${head.join('\n')}\n\n${bodyText(body)}`
}

const bodyText = ({ encoding, content, bytes, isTruncated }: HttpBody): string => {
  if (encoding === 'base64') return `(${bytes} bytes that are no text)`
  return isTruncated ? `${content}\n(the first part of ${bytes} bytes)` : content
}
