import { describe, expect, it } from 'vitest'
import { parseCurl } from './parse-curl.ts'

const plain = {
  uri: 'https://api.example.com/v1/orders',
  method: 'GET',
  headers: [],
  body: null,
  basicAuth: null,
  followRedirect: false,
  allowInsecureCerts: false,
  skippedOptions: [],
}

const url = plain.uri

describe('quoting and lines of a pasted curl command', () => {
  it('reads what browsers copy for a POSIX shell', () => {
    const command = String.raw`curl 'https://api.example.com/v1/orders' \
  -H 'accept: */*' \
  -H $'x-note: it\'s \u00e9' \
  --data-raw $'{"a":"line\\n","b":"it\'s\u0021"}' \
  --insecure`
    expect(parseCurl(command)).toEqual({
      ...plain,
      method: 'POST',
      headers: [
        ['accept', '*/*'],
        ['x-note', "it's é"],
        ['Content-Type', 'application/x-www-form-urlencoded'],
      ],
      body: `{"a":"line\\n","b":"it's!"}`,
      allowInsecureCerts: true,
    })
  })

  it('reads double quotes, their escapes, and words of several parts', () => {
    expect(parseCurl(String.raw`curl "${url}" -H "X-Quote: \"a\" \$b \n" -H 'X-B: 'c"d"\ e`)).toEqual({
      ...plain,
      headers: [
        ['X-Quote', String.raw`"a" $b \n`],
        ['X-B', 'cd e'],
      ],
    })
  })

  it('keeps an apostrophe that the shell way of writing it splits', () => {
    expect(parseCurl(String.raw`curl ${url} -H 'X: it'\''s'`)?.headers).toEqual([['X', "it's"]])
  })

  it('reads what browsers copy for Windows, every quote with a caret', () => {
    const command = [
      'curl ^"https://api.example.com/v1/orders?a=1^&b=2^" ^',
      '  -X ^"PUT^" ^',
      '  -H ^"accept: */*^" ^',
      String.raw`  --data-raw ^"^{^\^"a^\^":^\^"1^\^"^}^" ^`,
      '  --insecure',
    ].join('\r\n')
    expect(parseCurl(command)).toEqual({
      ...plain,
      uri: `${url}?a=1&b=2`,
      method: 'PUT',
      headers: [
        ['accept', '*/*'],
        ['Content-Type', 'application/x-www-form-urlencoded'],
      ],
      body: '{"a":"1"}',
      allowInsecureCerts: true,
    })
  })

  it('reads a Windows command with plain quotes, and a caret within them as itself', () => {
    expect(
      parseCurl('curl "https://api.example.com/v1/orders" ^\r\n  -H "x-caret: a^b" ^\r\n  -d "{\\"a\\":1}"'),
    ).toMatchObject({
      uri: url,
      headers: [
        ['x-caret', 'a^b'],
        ['Content-Type', 'application/x-www-form-urlencoded'],
      ],
      body: '{"a":1}',
    })
  })

  it("reads PowerShell's line ends", () => {
    expect(parseCurl(`curl.exe -L \`\n  '${url}'`)).toEqual({ ...plain, followRedirect: true })
  })

  it('reads a command whose line breaks a one-line field has taken away', () => {
    expect(parseCurl(`curl '${url}' \\  -H 'X-A: 1'`)).toEqual({ ...plain, headers: [['X-A', '1']] })
  })

  it('reads on where a quote is never closed', () => {
    expect(parseCurl(`curl '${url}`)?.uri).toBe(url)
  })
})
