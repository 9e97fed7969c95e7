import { errors } from 'undici'
import { connectionReset, OutboundError } from '../outbound-error.ts'

/** `why` goes on with "it …". */
export const notHttp = (why: string, cause?: unknown) =>
  new OutboundError('INVALID_RESPONSE', `The target's response is not valid HTTP: it ${why}`, cause)

const noStatusLine =
  'does not begin with a status line such as “HTTP/1.1 200 OK”. Check that a web server responds on this port.'
const lineFeedAlone =
  'has a line that ends in a line feed alone. Let the server end the lines of its headers and chunks with CR and LF.'
const brokenLine =
  'has a header line with a carriage return that no line feed follows. Let the server write one header a line.'
const noHeaderLine =
  'has a header line that is not a name, a colon and a value, or whose name has a space or another character that no name may have.'
const badLength = 'has a Content-Length header that is not a number of bytes.'
const twoFramings =
  'has both a Content-Length and a Transfer-Encoding header, which contradict each other about where its body ends.'
const badChunkSize = 'has a chunk that does not begin with its length in hexadecimal digits.'
const badChunkEnd = 'has a chunk that does not end where the length before it says.'
const badChunkExtension = 'has a chunk with an extension that cannot be read.'
const badStatus = 'has a status code that is not a number from 100 to 999.'
const badVersion = 'names a version of HTTP other than 1.0 and 1.1 in its status line.'

/** By what the parser calls it; there is no code that tells them apart. */
const byReason: Readonly<Record<string, string>> = {
  'Expected HTTP/, RTSP/ or ICE/': noStatusLine,
  'Invalid word encountered': noStatusLine,
  'Invalid method encountered': noStatusLine,
  'Expected LF after CR': brokenLine,
  'Expected LF after headers': brokenLine,
  'Missing expected LF after header value': brokenLine,
  'Expected CRLF': brokenLine,
  'Missing expected CR after response line': lineFeedAlone,
  'Missing expected CR after header value': lineFeedAlone,
  'Missing expected CR after chunk size': lineFeedAlone,
  'Missing expected CR after chunk extension name': lineFeedAlone,
  'Missing expected CR after chunk extension value': lineFeedAlone,
  'Missing expected CR after chunk data': badChunkEnd,
  'Expected LF after chunk data': badChunkEnd,
  'Expected LF after chunk size': badChunkSize,
  'Invalid character in chunk size': badChunkSize,
  'Chunk size overflow': badChunkSize,
  'Invalid character in chunk extensions': badChunkExtension,
  'Invalid character in chunk extensions name': badChunkExtension,
  'Invalid character in chunk extensions value': badChunkExtension,
  'Invalid character in chunk extensions quote value': badChunkExtension,
  'Invalid character in chunk extensions quoted value': badChunkExtension,
  'Invalid quoted-pair in chunk extensions quoted value': badChunkExtension,
  'Invalid header token': noHeaderLine,
  'Invalid header field char': noHeaderLine,
  'Invalid header value char': 'has a header whose value has a control character.',
  'Unexpected space after start line': 'has a line between its status line and its headers that begins with a space.',
  'Unexpected whitespace after header value': 'has a header line that goes on in the next one.',
  'Empty Content-Length': badLength,
  'Invalid character in Content-Length': badLength,
  'Content-Length overflow': badLength,
  'Duplicate Content-Length': 'has more than one Content-Length header. Let the server send one.',
  "Transfer-Encoding can't be present with Content-Length": twoFramings,
  "Content-Length can't be present with Transfer-Encoding": twoFramings,
  'Invalid `Transfer-Encoding` header value': 'has a Transfer-Encoding header that does not end with “chunked”.',
  'Transfer-Encoding on more than one line': 'has a Transfer-Encoding header that goes on in the next line.',
  'Invalid status code': badStatus,
  'Invalid response status': badStatus,
  'Status code below 100': badStatus,
  'Data after `Connection: close`':
    'goes on after an interim response (1xx) that ends the connection: it says “Connection: close”, or is of HTTP/1.0.',
  'Unrequested upgrade': 'switches to another protocol (101), for which it was not asked.',
  'Expected dot': badVersion,
  'Expected space after version': badVersion,
  'Invalid HTTP version': badVersion,
  'Invalid major version': badVersion,
  'Invalid minor version': badVersion,
}

const isTls = (bytes: string) => bytes >= '\x14' && bytes < '\x18' && bytes[1] === '\x03'

/** Its preface, or the frame of settings that a server of it begins with: length, type 4, flags, stream 0. */
const isHttp2 = (bytes: string) =>
  bytes.startsWith('PRI * HTTP/2') || (bytes[3] === '\x04' && bytes.slice(5, 9) === '\0'.repeat(4))

/** What answers a request that is not for it, by how that begins. */
const otherProtocols: readonly [isIt: (bytes: string) => boolean, why: string][] = [
  [isTls, 'is TLS. Call it with https:// instead of http://.'],
  [isHttp2, 'is HTTP/2, which this server does not speak. Let the target accept HTTP/1.1 too.'],
  [(bytes) => bytes.startsWith('SSH-'), 'is of an SSH server. Check the port.'],
  [(bytes) => bytes.startsWith('http/'), 'begins with “http/” instead of “HTTP/”, whose letters are capitals.'],
  [(bytes) => bytes.startsWith('\ufeff'), 'begins with a byte order mark instead of its status line.'],
]

/** What the parser found, and what it was when it had to begin with "HTTP/". */
const whyRejected = (reason: string, rest: string) => {
  const why = byReason[reason] ?? 'cannot be read.'
  return why === noStatusLine ? (otherProtocols.find(([isIt]) => isIt(rest))?.[1] ?? why) : why
}

/** What the parser did not read any more. */
const restOf = (error: object) => ('data' in error && typeof error.data === 'string' ? error.data : '')

/** What an error of undici's parser means for the user; null for every other error. */
export const rejectedAnswer = (error: unknown): OutboundError | null => {
  if (!(error instanceof errors.HTTPParserError)) return null
  const reason = /\(([^()]*)\)$/.exec(error.message)?.[1] ?? ''
  return reason === 'Invalid EOF state' ? connectionReset(error) : notHttp(whyRejected(reason, restOf(error)), error)
}
