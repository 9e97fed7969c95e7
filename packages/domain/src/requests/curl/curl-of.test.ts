import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { curlOf, leftOutOfCurl } from './curl-of.ts'
import { parseCurl } from './parse-curl.ts'

const url = "https://in.example.com/r/abc/x?it's=1"

it('the cURL command reads back as the same request', () => {
  const body = `{"note":"it's $HOME \\n \`date\` !"}\nsecond line é`
  const command = curlOf({
    method: 'POST',
    url,
    headers: [
      ['Host', 'in.example.com'],
      ['Content-Type', 'application/json'],
      ['X-Twice', "it's"],
      ['x-twice', '2'],
      ['Content-Length', '7'],
    ],
    body: { encoding: 'text', content: body },
  })
  expect(parseCurl(command)).toMatchObject({
    uri: url,
    method: 'POST',
    headers: [
      ['Content-Type', 'application/json'],
      ['X-Twice', "it's"],
      ['x-twice', '2'],
    ],
    body,
  })
})

it('the cURL command passes every byte of a body through a shell', () => {
  const bytes = Uint8Array.from({ length: 512 }, (_, index) => index % 256)
  const content = Buffer.from(bytes).toString('base64')
  const command = curlOf({ method: 'POST', url, headers: [['X-Empty', '']], body: { encoding: 'base64', content } })
  expect(command).toContain(`--header 'X-Empty;'`)
  expect(command).toMatch(/--header 'Content-Type:' \\\n {2}--data-binary @-$/)
  const upToPipe = command.slice(0, command.indexOf('| curl'))
  expect(new Uint8Array(execFileSync('sh', ['-c', upToPipe]))).toEqual(bytes)
  expect(curlOf({ method: 'GET', url, headers: [], body: { encoding: 'text', content: '' } })).toContain(
    `curl --request GET --http1.1 'https://in.example.com/r/abc/x?it'\\''s=1'`,
  )
})

it('the cURL command leaves out the headers that belong to a connection, whatever their case', () => {
  const headers: [string, string][] = ['HOST', 'Connection', 'content-length', 'Transfer-Encoding', 'Expect'].map(
    (name) => [name, 'x'],
  )
  const command = curlOf({
    method: 'PUT',
    url: 'http://x.example',
    headers: [...headers, ['X-A', '1'], ['content-TYPE', 'text/plain']],
    body: { encoding: 'text', content: 'a' },
  })
  expect(command.split(' \\\n  ')).toEqual([
    `curl --request PUT 'http://x.example'`,
    `--header 'X-A: 1'`,
    `--header 'content-TYPE: text/plain'`,
    `--header 'User-Agent:'`,
    `--header 'Accept:'`,
    `--data-raw 'a'`,
  ])
})

it('the cURL command of a request without a body has its headers', () => {
  const body = { encoding: 'text', content: '' } as const
  const headers = [
    ['X-A', '1'],
    ['accept', '*/*'],
    ['USER-AGENT', 'me'],
  ] as const
  expect(curlOf({ method: 'GET', url: 'http://x.example', headers, body })).toBe(
    `curl --request GET 'http://x.example' \\\n  --header 'X-A: 1' \\\n  --header 'accept: */*' \\\n  --header 'USER-AGENT: me'`,
  )
})

it('the cURL command sends a text with a zero byte through a pipe', () => {
  const body = { encoding: 'text', content: 'a\0é' } as const
  const command = curlOf({ method: 'POST', url: 'https://x.example', headers: [], body })
  expect(command.split(' | ').slice(0, 2)).toEqual([`printf %s 'YQDDqQ=='`, 'base64 --decode'])
})

it('the cURL command of a request over TLS speaks HTTP/1.1, in which names of headers keep their case', () => {
  const body = { encoding: 'text', content: '' } as const
  expect(curlOf({ method: 'GET', url: 'https://x.example/', headers: [], body })).toMatch(
    /^curl --request GET --http1\.1 'https:\/\/x\.example\/' /,
  )
})

it('the cURL command of a POST, a PUT or a PATCH without a body says that it is empty', () => {
  const body = { encoding: 'text', content: '' } as const
  for (const method of ['POST', 'PUT', 'PATCH']) {
    expect(curlOf({ method, url: 'http://x.example/', headers: [], body })).toMatch(
      /--header 'Content-Type:' \\\n {2}--data ''$/,
    )
  }
  expect(curlOf({ method: 'DELETE', url: 'http://x.example/', headers: [], body })).not.toContain('--data')
})

it('what the cURL command leaves out is named', () => {
  const source = {
    method: 'HEAD',
    url: 'http://x.example:81/',
    headers: [
      ['host', 'y.example'],
      ['Expect', '100-continue'],
      ['Connection', 'close'],
      ['X-A', 'a\0b'],
      ['X-B', 'a\r\nX-C: c'],
      ['X D', 'd'],
      ['X-E', 'e'],
    ],
    body: { encoding: 'text', content: 'abc', isTruncated: true },
  } as const
  expect(leftOutOfCurl({ ...source, headers: source.headers.map(([name, value]) => [name, value]) })).toEqual([
    'the header host',
    'the header Expect',
    'the header X-A',
    'the header X-B',
    'the header X D',
    'the body, which curl sends with no HEAD',
    'the end of the body, which was not kept',
  ])
  const command = curlOf({ ...source, headers: source.headers.map(([name, value]) => [name, value]) })
  expect(command.split(' \\\n  ')).toEqual([
    "curl --head 'http://x.example:81/'",
    "--header 'X-E: e'",
    "--header 'User-Agent:'",
    "--header 'Accept:'",
  ])
  const same = { ...source, method: 'GET', headers: [['HOST', 'X.example:81']] as [string, string][] }
  expect(leftOutOfCurl({ ...same, body: { encoding: 'text', content: '' } })).toEqual([])
})

it('headers that are given as texts go out in UTF-8, and such as may have been in Latin-1 are named', () => {
  const headers: [string, string][] = [
    ['X-Cafe', 'café'],
    ['X-Word', 'Привет'],
    ['X-Plain', 'a'],
  ]
  const body = { encoding: 'text', content: '' } as const
  const source = { method: 'GET', url: 'http://x.example/', headers, headerTexts: 'received', body } as const
  expect(curlOf(source)).toContain(String.raw`--header $'X-Cafe: caf\xc3\xa9'`)
  expect(curlOf(source)).toContain(String.raw`--header $'X-Word: \xd0\x9f`)
  expect(leftOutOfCurl(source)).toEqual(['the encoding of the header X-Cafe, which is sent in UTF-8'])
  const { headerTexts: _texts, ...ofBytes } = source
  expect(curlOf(ofBytes)).toContain(String.raw`--header $'X-Cafe: caf\xe9'`)
  expect(leftOutOfCurl(ofBytes)).toEqual([])
})

it('headers of a request that was sent went out in UTF-8, and none of them is named', () => {
  const headers: [string, string][] = [['X-Cafe', 'café']]
  const body = { encoding: 'text', content: '' } as const
  const source = { method: 'GET', url: 'http://x.example/', headers, headerTexts: 'sent', body } as const
  expect(curlOf(source)).toContain(String.raw`--header $'X-Cafe: caf\xc3\xa9'`)
  expect(leftOutOfCurl(source)).toEqual([])
})
