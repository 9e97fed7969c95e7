import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decodeBody } from '../../charsets/decode-body.ts'
import type { HeaderList } from '../../headers/header-list.ts'
import { contentTypeOf } from '../../headers/read-headers.ts'
import { curlOf, leftOutOfCurl } from './curl-of.ts'
import { startByteSink, type SunkRequest } from './testing/byte-sink.ts'
import { type Pasting, startInteractiveBash } from './testing/interactive-bash.ts'

const run = promisify(execFile)

let sink: Awaited<ReturnType<typeof startByteSink>>
let directory: string
let bash: ReturnType<typeof startInteractiveBash>
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'knockwire-curl-'))
  sink = await startByteSink()
  bash = startInteractiveBash(directory)
})
afterAll(async () => {
  await bash.close()
  await sink.close()
  await rm(directory, { recursive: true, force: true })
})

/** A request as it went over the wire; texts have one character a byte. */
interface Wire {
  method: string
  target: string
  headers: HeaderList
  body: Buffer
}

/** As the history has it. */
const sourceOf = ({ method, target, headers, body }: Wire) => {
  const text = decodeBody(body, contentTypeOf(headers))
  const base64 = body.toString('base64')
  const shown =
    text === null
      ? { encoding: 'base64' as const, content: base64 }
      : { encoding: 'text' as const, content: text, base64 }
  return { method, url: `${sink.origin}${target}`, headers, body: shown }
}

const ofTheConnection = /^(host|connection|content-length|transfer-encoding|expect)$/i

const withoutConnection = ({ headers, ...rest }: Wire | SunkRequest) => ({
  ...rest,
  body: rest.body.toString('latin1'),
  headers: headers.filter(([name]) => !ofTheConnection.test(name)),
})

const ways: Record<string, (command: string) => Promise<void>> = {
  'run from a file': async (command) => {
    const file = join(directory, 'command.sh')
    await writeFile(file, command)
    await run('bash', [file], { cwd: directory, env: { ...process.env, HOME: directory } })
  },
  ...Object.fromEntries(
    (['bracketed', 'typed'] satisfies Pasting[]).map((pasting) => [
      `pasted (${pasting})`,
      (command: string) => bash.paste(command, pasting),
    ]),
  ),
}

const sentBy = async (wire: Wire, way: string) => {
  await ways[way]?.(curlOf(sourceOf(wire)))
  return sink.take()
}

const expectSame = async (wire: Wire, way: string) => {
  expect((await sentBy(wire, way)).map(withoutConnection), curlOf(sourceOf(wire))).toEqual([withoutConnection(wire)])
  expect(leftOutOfCurl(sourceOf(wire))).toEqual([])
}

const wire = (part: Partial<Wire>): Wire => ({
  method: 'POST',
  target: '/r/T',
  headers: [],
  body: Buffer.alloc(0),
  ...part,
})

const touch = 'touch pwned'
const multipart = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\none\r\n--b--\r\n'

const nasty: Record<string, Wire> = {
  'a range and a set in the query': wire({ method: 'GET', target: '/r/T?a=[1-3]&f={x,y}&g=[a-z:2]' }),
  'dots in the path': wire({ method: 'GET', target: '/r/T/../x/./y/%2e%2e/z' }),
  'bytes beyond ASCII, a fragment and quotes in the URL': wire({
    method: 'GET',
    target: '/r/T?q=caf\u00E9&r=\u00C3\u00A9#f"\'`$(touch${IFS}pwned)\\!!',
  }),
  'a body with a byte order mark': wire({ body: Buffer.from('\uFEFF{"a":1}') }),
  'a body in Latin-1': wire({
    headers: [['Content-Type', 'text/plain; charset=iso-8859-1']],
    body: Buffer.from('caf\u00E9', 'latin1'),
  }),
  'a body in UTF-16': wire({
    headers: [['Content-Type', 'text/plain; charset=utf-16le']],
    body: Buffer.from('Привет', 'utf16le'),
  }),
  'a HEAD': wire({ method: 'HEAD' }),
  'a body with CRLF': wire({
    headers: [['Content-Type', 'multipart/form-data; boundary=b']],
    body: Buffer.from(multipart),
  }),
  'a text of 131,100 bytes': wire({ body: Buffer.alloc(131_100, 'x') }),
  'a text as long as one argument takes': wire({ body: Buffer.alloc(100_000, "it's ") }),
  'an empty POST': wire({ headers: [['Content-Length', '0']] }),
  'an empty POST with a type': wire({ headers: [['content-type', 'text/plain']] }),
  'an empty DELETE that says so': wire({ method: 'DELETE', headers: [['Content-Length', '0']] }),
  'a GET with a body': wire({ method: 'GET', body: Buffer.from('a=1') }),
  'headers that curl has of its own': wire({
    method: 'GET',
    headers: [
      ['accept-ENCODING', 'gzip, br'],
      ['X-Latin', 'caf\u00E9'],
      ['X-Utf8', 'caf\u00C3\u00A9'],
      ['X-Empty', ''],
      ['user-agent', ''],
      ['x-latin', '!! $(touch pwned) `touch pwned`'],
      ['ACCEPT', '*/*'],
      ['Cookie', 'a=1'],
      ['Cookie', 'b=2'],
      ['Authorization', 'Bearer x'],
      ['TE', 'trailers'],
      ['Range', 'bytes=0-1'],
      ["!#$%&'*+-.^_`|~", 'every mark of a name'],
    ],
  }),
  'a body that would end a paste and run a command': wire({
    body: Buffer.from(`{"note":"\u001B[201~\u0003\n${touch}\n\u0015${touch}\r\u0004"}`),
  }),
  'a header that would end a paste and run a command': wire({
    method: 'GET',
    headers: [['X-Note', `\u001B[201~\u0003${touch}\u009B201~\t${touch}`]],
  }),
  'a body that begins with an @': wire({ body: Buffer.from('@/etc/passwd') }),
  'a body with bangs over lines': wire({ body: Buffer.from("it's\n!! !touch !$\n'!x'\n") }),
  'a body that is mostly Cyrillic': wire({ body: Buffer.from('Привет, мир! '.repeat(20)) }),
  'a body with few characters beyond ASCII': wire({
    body: Buffer.from('{"name":"Zoë \u202E 😀","note":"plain text"}'),
  }),
  'every byte': wire({ body: Buffer.from(Array.from({ length: 512 }, (_, at) => at % 256)) }),
  'every byte but zero in a header': wire({
    headers: [
      [
        'X-All',
        Array.from({ length: 255 }, (_, at) => String.fromCharCode(at + 1))
          .join('')
          .replaceAll(/[\t\n\r ]/g, ''),
      ],
    ],
  }),
}

const snippets = fc.constantFrom(
  '\u001B[201~',
  '\u0003',
  '\n',
  '\r\n',
  '!',
  '!!',
  '$(touch pwned)',
  '`touch pwned`',
  "'",
  '"',
  '\\',
  '\\\n',
  '@f',
  ';',
  '|',
  '&',
  '#',

  'é',
  'п',
  '\u0080',
  '\uFEFF',
  '😀',
  '\t',
  '\u007F',
  '${HOME}',
  '~',
  '*',
  '[1-3]',
  '{a,b}',
  '%',
  '%00',
  '\\x41',
  '\\u0041',
  '\\',
  '-',
)
const bytesOf = (texts: string[]) => Buffer.from(texts.join(''))
const anyBody = fc.oneof(
  fc.array(fc.oneof(snippets, fc.string()), { maxLength: 12 }).map(bytesOf),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
)
const fieldText = (characters: string) =>
  fc.array(fc.oneof(snippets, fc.string({ unit: 'binary-ascii' })), { maxLength: 8 }).map((texts) =>
    Array.from(bytesOf(texts).toString('latin1'))
      .filter((char) => !characters.includes(char))
      .join('')
      .trim(),
  )
const tokenCharacters = "!#$%&'*+-.^_`|~abzABZ019".split('')
const anyName = fc.oneof(
  fc.constantFrom(
    'Content-Type',
    'accept',
    'User-Agent',
    'Accept-Encoding',
    'Cookie',
    'Referer',
    'X-A',
    'x-a',
    'If-Match',
  ),
  fc.string({ unit: fc.constantFrom(...tokenCharacters), minLength: 1, maxLength: 8 }),
)
const printable = Array.from({ length: 94 }, (_, at) => String.fromCharCode(0x21 + at))
const anyWire: fc.Arbitrary<Wire> = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'),
  target: fc
    .array(
      fc.oneof(fc.constantFrom('/../', '//', '[1-3]', '{a,b}', '%2e', '?', '#', 'é'), fc.constantFrom(...printable)),
      {
        maxLength: 16,
      },
    )
    .map((parts) => `/r/T${Buffer.from(parts.join('')).toString('latin1')}`),
  headers: fc.array(fc.tuple(anyName, fieldText('\0\r\n')), { maxLength: 6 }),
  body: anyBody,
})

describe.each(Object.keys(ways))('the cURL command of a request, %s,', (way) => {
  it.each(Object.keys(nasty))('sends the bytes of %s', async (name) => {
    const request = nasty[name]
    if (request === undefined) throw new Error(`There is no request ${name}.`)
    await expectSame(request, way)
    expect(existsSync(join(directory, 'pwned'))).toBe(false)
  })

  it('sends the bytes of any request', async () => {
    for (const request of fc.sample(anyWire, { numRuns: 80, seed: 43 })) await expectSame(request, way)
    expect(existsSync(join(directory, 'pwned'))).toBe(false)
  })
})

it('the cURL command of any request is printable ASCII on lines that a backslash continues', () => {
  fc.assert(
    fc.property(anyWire, (request) => {
      const lines = curlOf({ ...sourceOf(request), url: `https://h.example${request.target}` }).split('\n')
      for (const line of lines) expect(line).toMatch(/^[\x20-\x7e]*$/)
      for (const line of lines.slice(0, -1)) expect(line).toMatch(/ \\$/)
    }),
  )
})
