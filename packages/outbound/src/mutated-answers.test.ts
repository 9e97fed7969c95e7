import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { clientFor, during, requestTo } from './testing/calls.ts'
import { startRaw, startTcp } from './testing/servers.ts'

const gzipped = gzipSync('some text').toString('latin1')

const answers = [
  'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\nok',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;a=b\r\nok\r\n0\r\nX-T: 1\r\n\r\n',
  'HTTP/1.0 200 OK\r\nConnection: close\r\nX-Fold: a\r\n b\r\n\r\nuntil the end',
  'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
  'HTTP/1.1 099 Odd\r\nKeep-Alive: timeout=5\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n',
  'HTTP/1.1 302 Found\r\nLocation: http://[::1]:1/\r\nSet-Cookie: a=b; Domain=.com; Path=/\r\nContent-Length: 0\r\n\r\n',
  `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${gzipped.length}\r\n\r\n${gzipped}`,
]

/** A generator of numbers from 0 to below a limit, the same for the same seed (Park and Miller). */
const randomFrom = (seed: number) => {
  let state = seed
  return (limit: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % limit
  }
}

const pieces = [
  '\r\n',
  '\n',
  '\0',
  ' ',
  ':',
  '0',
  '9',
  '-1',
  '\x80',
  '\xff',
  ',',
  'HTTP/1.1 ',
  'Content-Length: 1\r\n',
  '',
]

const mutate = (answer: string, random: (limit: number) => number) => {
  let text = answer
  for (let count = random(4); count >= 0; count -= 1) {
    const at = random(text.length + 1)
    text = text.slice(0, at) + (pieces[random(pieces.length)] ?? '') + text.slice(at + random(3))
  }
  return text
}

const foreseen = ['response', 'INVALID_RESPONSE', 'CONNECTION_RESET', 'BLOCKED_ADDRESS', 'TOO_MANY_REDIRECTS']

it.each([1, 2, 3, 4])('no answer, however broken, is a fault of ours: seed %i', async (seed) => {
  const random = randomFrom(seed)
  let text = ''
  const answering = await during(startRaw((socket) => socket.end(text, 'latin1')))
  const hasty = await during(startTcp((socket) => socket.end(text, 'latin1')))
  const client = clientFor()
  for (let count = 0; count < 300; count += 1) {
    text = mutate(answers[random(answers.length)] ?? '', random)
    const method = (['GET', 'HEAD', 'POST'] as const)[random(3)] ?? 'GET'
    const { origin } = random(10) === 0 ? hasty : answering
    const outcome = await client.send(requestTo(origin, { method }))
    const what = outcome.kind === 'response' ? 'response' : outcome.code
    expect(foreseen, JSON.stringify(text)).toContain(what)
    if (outcome.kind === 'failure') expect(outcome.message, JSON.stringify(text)).not.toContain('it cannot be read.')
  }
})
