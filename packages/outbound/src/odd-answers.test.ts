import { describe, expect, it, vi } from 'vitest'
import { clientFor, during, failureIn, requestTo, responseIn, textIn } from './testing/calls.ts'
import { startRaw } from './testing/servers.ts'

/** Calls a server that answers with exactly these bytes, in pieces of that many, and keeps the connection open. */
const callRaw = async (text: string, pieceBytes = text.length) => {
  const target = await during(
    startRaw(async (socket) => {
      socket.setNoDelay(true)
      for (let at = 0; at < text.length; at += pieceBytes)
        await new Promise((resolve) => socket.write(text.slice(at, at + pieceBytes), 'latin1', resolve))
    }),
  )
  return { target, outcome: await clientFor().send(requestTo(target.origin)) }
}

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'
const withHead = (...lines: string[]) => `HTTP/1.1 200 OK\r\n${lines.join('\r\n')}\r\nContent-Length: 0\r\n\r\n`

describe('interim responses are passed over, asked for or not', () => {
  it.each([
    ['100 Continue', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['100 Continue without a reason', 'HTTP/1.1 100\r\n\r\n'],
    ['100 Continue with headers', 'HTTP/1.1 100 Continue\r\nX-A: 1\r\nContent-Length: 3\r\n\r\n'],
    ['100 Continue twice', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(2)],
    ['102 and 103', 'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n'],
    ['103 fifty times', 'HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n'.repeat(50)],
    ['one without its own name', 'HTTP/1.1 199 Odd\r\n\r\n'],
  ])('%s', async (_name, before) => {
    for (const pieceBytes of [1, 7, 10_000]) {
      const { outcome } = await callRaw(before + ok, pieceBytes)
      expect(responseIn(outcome)).toMatchObject({ statusCode: 200, headers: [['Content-Length', '2']] })
      expect(textIn(outcome)).toBe('ok')
    }
  })
})

describe('a header that goes on in the next line has a space there', () => {
  it.each([
    ['X-Name: one\r\n  two', 'one two'],
    ['X-Name: one\r\n\ttwo', 'one two'],
    ['X-Name: one \t\r\n \t two \r\n three', 'one two three'],
    ['X-Name: one\r\n \r\n two', 'one two'],
    ['X-Name:\r\n one', 'one'],
    ['X-Name: one\r\n ', 'one'],
    ['X-Name: a  b\r\n c  d', 'a  b c  d'],
  ])('%j', async (line, value) => {
    for (const pieceBytes of [1, 2, 3, 10_000]) {
      const { outcome } = await callRaw(withHead(line, 'X-Next: 1'), pieceBytes)
      expect(responseIn(outcome).headers).toEqual([
        ['X-Name', value],
        ['X-Next', '1'],
        ['Content-Length', '0'],
      ])
    }
  })

  it('also where it says how the body is framed', async () => {
    const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding:\r\n chunked\r\n\r\n2\r\nok\r\n0\r\nX-T: 1\r\n 2\r\n\r\n'
    expect(textIn((await callRaw(chunked)).outcome)).toBe('ok')
    expect(textIn((await callRaw('HTTP/1.1 200 OK\r\nContent-Length:\r\n 2\r\n\r\nok')).outcome)).toBe('ok')
  })
})

it('blanks behind a value are no part of it, and those within are', async () => {
  const { outcome } = await callRaw(withHead('X-A:  one  two \t ', 'X-B: caf\xc3\xa9\xc2\xa0', 'X-C:   '))
  expect(responseIn(outcome).headers.slice(0, 3)).toEqual([
    ['X-A', 'one  two'],
    ['X-B', 'café\u00a0'],
    ['X-C', ''],
  ])
})

it("a header's bytes are read as UTF-8 where they are, and else as Latin-1", async () => {
  const { outcome } = await callRaw(
    withHead('X-A: caf\xc3\xa9', 'X-B: caf\xe9', 'X-C: \xe2\x82\xac', 'X-D: \xc3\xa9\xe9'),
  )
  expect(responseIn(outcome).headers.slice(0, 4)).toEqual([
    ['X-A', 'café'],
    ['X-B', 'café'],
    ['X-C', '€'],
    ['X-D', 'Ã©é'],
  ])
})

const chunked = (chunks: string) => `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`
const framed = (...lines: string[]) => `HTTP/1.1 200 OK\r\n${lines.join('\r\n')}\r\n\r\nab`

describe('an answer that is refused', () => {
  it.each([
    ['text', 'hello\r\n\r\n', 'does not begin with a status line'],
    ['HTTP/0.9', '<html>hi</html>', 'does not begin with a status line'],
    ['ICY', 'ICY 200 OK\r\n\r\n', 'does not begin with a status line'],
    ['an SSH banner', 'SSH-2.0-OpenSSH_9.6\r\n', 'SSH server'],
    ['TLS', '\x15\x03\x01\x00\x02\x02\x46', 'Call it with https://'],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'HTTP/2'],
    ['a frame of HTTP/2', '\0\0\x12\x04\0\0\0\0\0\0\x03\0\0\0\x80', 'HTTP/2'],
    ['HTTP/2 in its status line', 'HTTP/2 200 OK\r\n\r\n', 'version of HTTP'],
    ['HTTP/3.0', 'HTTP/3.0 200 OK\r\n\r\n', 'version of HTTP'],
    ['HTTP without a version', 'HTTP 200 OK\r\n\r\n', 'does not begin with a status line'],
    ['small letters', 'http/1.1 200 OK\r\n\r\n', 'capitals'],
    ['a byte order mark', `\xef\xbb\xbf${ok}`, 'byte order mark'],
    ['100 of HTTP/1.0 before the answer', `HTTP/1.0 100 Continue\r\n\r\n${ok}`, 'interim response'],
    ['100 that ends the connection', `HTTP/1.1 100 C\r\nConnection: close\r\n\r\n${ok}`, 'interim response'],
    ['a word for a status', 'HTTP/1.1 OK 200\r\n\r\n', 'status code'],
    ['a status of two digits', 'HTTP/1.1 20 OK\r\n\r\n', 'status code'],
    ['a status of four digits', 'HTTP/1.1 1000 OK\r\n\r\n', 'status code'],
    ['a status below zero', 'HTTP/1.1 -200 OK\r\n\r\n', 'status code'],
    ['the status 099', 'HTTP/1.1 099 Odd\r\nContent-Length: 2\r\n\r\nab', 'status code'],
    ['the status 000', 'HTTP/1.1 000\r\n\r\n', 'status code'],
    ['two blanks before its status', 'HTTP/1.1  200 OK\r\n\r\n', 'status code'],
    ['a header without a colon', 'HTTP/1.1 200 OK\r\nbroken\r\n\r\n', 'name, a colon and a value'],
    ['a name with a space', withHead('X Y: 1'), 'name, a colon and a value'],
    ['a space before the colon', withHead('X : 1'), 'name, a colon and a value'],
    ['a header without a name', withHead(': 1'), 'name, a colon and a value'],
    ['a name with a NUL', withHead('X\0Y: 1'), 'name, a colon and a value'],
    ['a name beyond ASCII', withHead('X\xe9: 1'), 'name, a colon and a value'],
    ['a blank before its first header', withHead(' X-A: 1'), 'begins with a space'],
    ['a NUL in a value', withHead('X-Odd: b\0c'), 'control character (U+0000) in the value of its header X-Odd'],
    [
      'an escape in a value',
      withHead('X-Odd: \x1b[31m'),
      'control character (U+001B) in the value of its header X-Odd',
    ],
    ['DEL in a value', withHead('X-Odd: \x7f'), 'control character (U+007F)'],
    ['a carriage return in a value', withHead('X-A: 1\rX-B: 2'), 'carriage return that no line feed follows'],
    ['line feeds alone', 'HTTP/1.1 200 OK\nContent-Length: 0\n\n', 'line feed alone'],
    ['a line feed alone behind a header', withHead('X-A: 1\nX-B: 2'), 'line feed alone'],
    ['the same length twice', framed('Content-Length: 2', 'Content-Length: 2'), 'more than one Content-Length'],
    ['two lengths', framed('Content-Length: 1', 'Content-Length: 2'), 'more than one Content-Length'],
    ['a list of lengths', framed('Content-Length: 2, 2'), 'not a number of bytes'],
    ['a length that is no number', framed('Content-Length: many'), 'not a number of bytes'],
    ['a length below zero', framed('Content-Length: -2'), 'not a number of bytes'],
    ['a length of nothing', framed('Content-Length:'), 'not a number of bytes'],
    ['a length beyond all numbers', framed(`Content-Length: ${'9'.repeat(30)}`), 'not a number of bytes'],
    ['a length and chunks', framed('Content-Length: 2', 'Transfer-Encoding: chunked'), 'both a Content-Length and'],
    ['chunks and a length', framed('Transfer-Encoding: chunked', 'Content-Length: 2'), 'both a Content-Length and'],
    ['an encoding on two lines', framed('Transfer-Encoding: gzip,\r\n chunked'), 'goes on in the next line'],
    ['a bad chunk size', chunked('zz\r\na\r\n0\r\n\r\n'), 'length in hexadecimal digits'],
    ['a chunk size below zero', chunked('-1\r\na\r\n0\r\n\r\n'), 'length in hexadecimal digits'],
    ['a chunk size beyond all numbers', chunked(`${'f'.repeat(20)}\r\na`), 'length in hexadecimal digits'],
    ['a chunk that is longer than its size', chunked('2\r\nabcd\r\n0\r\n\r\n'), 'does not end where'],
    ['a chunk size that ends in a line feed', chunked('2\nab\n0\n\n'), 'line feed alone'],
    ['an upgrade', 'HTTP/1.1 101 X\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\nabc', 'another protocol (101)'],
    ['an upgrade to nothing', 'HTTP/1.1 101 X\r\n\r\nabc', 'another protocol (101)'],
    ['an upgrade and an answer', `HTTP/1.1 101 X\r\nUpgrade: x\r\n\r\n${ok}`, 'another protocol (101)'],
  ])('since it has %s says so', async (_name, text, why) => {
    for (const pieceBytes of [1, 10_000]) {
      const { outcome, target } = await callRaw(text, pieceBytes)
      const failure = failureIn(outcome)
      expect(failure).toMatchObject({
        code: 'INVALID_RESPONSE',
        message: expect.stringContaining('not valid HTTP: it '),
      })
      expect(failure.message).toContain(why)
      expect(failure.cause).toBeUndefined()
      await vi.waitFor(() => expect(target.sockets.size).toBe(0), 30_000)
    }
  })
})

describe('an answer is read that has', () => {
  it.each([
    ['no reason', 'HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok', 200],
    ['an empty reason', 'HTTP/1.1 200 \r\nContent-Length: 2\r\n\r\nok', 200],
    ['a reason of odd bytes', 'HTTP/1.1 200 \xe9\xff\0\x01\r\nContent-Length: 2\r\n\r\nok', 200],
    ['407', 'HTTP/1.1 407 Proxy\r\nContent-Length: 2\r\n\r\nok', 407],
    ['999', 'HTTP/1.1 999 Odd\r\nContent-Length: 2\r\n\r\nok', 999],
    ['empty lines before it', `\r\n\r\n${ok}`, 200],
    ['chunks with extensions and trailers', chunked('2;a=b;c="d"\r\nok\r\n0\r\nX-T: 1\r\n\r\n'), 200],
    ['garbage behind it', `${ok}GARBAGE`, 200],
  ])('%s', async (_name, text, statusCode) => {
    const { outcome } = await callRaw(text)
    expect(responseIn(outcome).statusCode).toBe(statusCode)
    expect(textIn(outcome)).toBe('ok')
  })
})
