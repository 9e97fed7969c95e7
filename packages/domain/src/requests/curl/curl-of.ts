import type { HttpBody } from '../../bodies/http-body.ts'
import type { ReadonlyHeaderList } from '../../headers/header-list.ts'
import { hasHeader } from '../../headers/read-headers.ts'
import { bodyBytes, bodyOption } from './curl-body-of.ts'
import { curlUrlOf } from './curl-url-of.ts'
import { fieldBytes, shellWord } from './words/shell-word.ts'

/** Of the connection or of the body's length: curl sets its own. */
const ofTheConnection: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'expect',
])

/** RFC 9110 section 8.6: their requests say how long the body is, even an empty one. */
const methodsWithContent: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH'])

const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

interface CurlSource {
  method: string
  url: string
  headers: ReadonlyHeaderList
  /**
   * Headers that are texts as they read go out in UTF-8: those of a request that we sent did so too, those of one that was
   * received may have come in Latin-1. Where this is left out, headers have one character a byte.
   */
  headerTexts?: 'sent' | 'received'
  body: Pick<HttpBody, 'encoding' | 'content' | 'base64'> & Partial<Pick<HttpBody, 'isTruncated'>>
}

/**
 * A command for bash or zsh that sends the same request: the method, the path and the query byte for byte, headers in
 * their order and with their case, the body byte for byte. It is printable ASCII, so pasting it runs nothing else.
 */
export function curlOf(source: CurlSource): string {
  const { method, url, headers, headerTexts } = source
  const bytesOf = headerTexts === undefined ? fieldBytes : utf8
  const kept = headers.filter(isSendable)
  const data = sendsData(source) ? bodyOption(bodyBytes(source.body)) : null
  // Curl's own, which the request had not.
  const unwanted = ['User-Agent', 'Accept', ...(data === null ? [] : ['Content-Type'])]
  const lines = [
    [`curl ${methodOption(method)}`, ...curlUrlOf(url)].join(' '),
    ...kept.map(([name, value]) => `--header ${shellWord(bytesOf(headerLine(name, value)))}`),
    ...unwanted.filter((name) => !hasHeader(kept, name)).map((name) => `--header '${name}:'`),
    // Else an answer that is compressed as the header asks for would be shown as it came.
    ...(hasHeader(kept, 'accept-encoding') ? ['--compressed'] : []),
    ...(data === null ? [] : [data.option]),
  ]
  return `${data?.pipe ?? ''}${lines.join(' \\\n  ')}`
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Text that may have come in Latin-1 as well as in UTF-8. */
const isLatin1Text = (value: string) => /[\x80-\xff]/.test(value) && /^[\0-\xff]*$/.test(value)

/** What the request had and the command does not send, each as a sentence has it: "the header Expect". */
export function leftOutOfCurl(source: CurlSource): string[] {
  const { method, url, headers, headerTexts, body } = source
  const host = /^[a-z]+:\/\/([^/?#]*)/i.exec(url)?.[1]?.toLowerCase()
  const unsent = headers.filter(([name, value]) => {
    const lower = name.toLowerCase()
    if (lower === 'host') return value.toLowerCase() !== host
    return lower === 'expect' || (!ofTheConnection.has(lower) && !isSendable([name, value]))
  })
  return [
    ...new Set(unsent.map(([name]) => `the header ${name.replaceAll(/[^\x20-\x7e]/g, '?')}`)),
    ...(headerTexts === 'received'
      ? headers
          .filter(([name, value]) => isSendable([name, value]) && isLatin1Text(value))
          .map(([name]) => `the encoding of the header ${name}, which is sent in UTF-8`)
      : []),
    ...(method === 'HEAD' && body.content !== '' ? ['the body, which curl sends with no HEAD'] : []),
    ...(body.isTruncated === true ? ['the end of the body, which was not kept'] : []),
  ]
}

// With --request curl would wait for a body that no answer to HEAD has.
const methodOption = (method: string) =>
  method === 'HEAD' ? '--head' : `--request ${/^[A-Z]+$/.test(method) ? method : shellWord(fieldBytes(method))}`

const sendsData = ({ method, headers, body }: CurlSource): boolean =>
  method !== 'HEAD' &&
  (body.content !== '' || methodsWithContent.has(method) || headers.some(([name]) => /^content-length$/i.test(name)))

/** A line break would begin another header, and a word of a shell holds no zero byte. */
const isSendable = ([name, value]: readonly [string, string]): boolean =>
  !ofTheConnection.has(name.toLowerCase()) && headerName.test(name) && !/[\0\r\n]/.test(value)

/** A header without a value is written with a semicolon. */
const headerLine = (name: string, value: string) => (value.trim() === '' ? `${name};` : `${name}: ${value}`)
