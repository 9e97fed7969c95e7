import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { curlOf } from './curl-of.ts'
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
  expect(command).toContain(`--header 'X-Empty;' \\\n  --header 'Content-Type:' \\\n  --data-binary @-`)
  const upToPipe = command.slice(0, command.indexOf('| curl'))
  expect(new Uint8Array(execFileSync('sh', ['-c', upToPipe]))).toEqual(bytes)
  expect(curlOf({ method: 'GET', url, headers: [], body: { encoding: 'text', content: '' } })).toBe(
    `curl --request GET 'https://in.example.com/r/abc/x?it'\\''s=1'`,
  )
})

it('the cURL command leaves out the headers that belong to a connection, whatever their case', () => {
  const headers: [string, string][] = ['HOST', 'Connection', 'content-length', 'Transfer-Encoding', 'Expect'].map(
    (name) => [name, 'x'],
  )
  const command = curlOf({
    method: 'PUT',
    url: 'https://x.example',
    headers: [...headers, ['X-A', '1'], ['content-TYPE', 'text/plain']],
    body: { encoding: 'text', content: 'a' },
  })
  expect(command.split(' \\\n  ')).toEqual([
    `curl --request PUT 'https://x.example'`,
    `--header 'X-A: 1'`,
    `--header 'content-TYPE: text/plain'`,
    `--data-raw 'a'`,
  ])
})

it('the cURL command of a request without a body has its headers', () => {
  const body = { encoding: 'text', content: '' } as const
  expect(curlOf({ method: 'GET', url: 'https://x.example', headers: [['X-A', '1']], body })).toBe(
    `curl --request GET 'https://x.example' \\\n  --header 'X-A: 1'`,
  )
})

it('the cURL command sends a text with a zero byte through a pipe', () => {
  const body = { encoding: 'text', content: 'a\0é' } as const
  const command = curlOf({ method: 'POST', url: 'https://x.example', headers: [], body })
  expect(command.split(' | ').slice(0, 2)).toEqual([`printf %s 'YQDDqQ=='`, 'base64 --decode'])
})
