import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exchangeRaw, openRaw, statusesIn } from '../testing/calls/raw-http.ts'
import { createTestIngress, type TestIngress, type TestReceiver, untilWaiting } from '../testing/test-ingress.ts'

let ingress: TestIngress
let receiver: TestReceiver
beforeAll(async () => {
  const timeouts = { headersMs: 1000, requestMs: 2000, idleTimeoutMs: 60_000 }
  ingress = await createTestIngress({ timeouts, lockTimeoutMs: 10_000 })
})
afterAll(() => ingress.close())

const head = (lines: string[] = [], method = 'POST') =>
  [`${method} /r/${receiver.token} HTTP/1.1`, 'Host: x', ...lines, '', ''].join('\r\n')
const bodies = async () =>
  (await ingress.recorded(receiver)).map(({ requestBody }) => Buffer.from(requestBody).toString())

describe('a request that never comes whole is not recorded', () => {
  const parts: [name: string, data: () => string, status: number | null][] = [
    ['half a line', () => 'POST /r/', 408],
    ['half of its headers', () => `${head().slice(0, -4)}\r\nX-Half`, 408],
    ['half of its body', () => `${head(['Content-Length: 10'])}12345`, 408],
    ['a chunk that does not end', () => `${head(['Transfer-Encoding: chunked'])}a\r\n12345`, 408],
    ['no last chunk', () => `${head(['Transfer-Encoding: chunked'])}5\r\n12345\r\n`, 408],
  ]

  it.each(parts)('%s, then silence: answered with an error, and closed', async (_name, data, status) => {
    receiver = await ingress.insertReceiver()
    const received = await exchangeRaw(ingress.port, data())
    expect(statusesIn(received)).toEqual([status])
    expect(await bodies()).toEqual([])
  })

  it.each(parts)('%s, then gone', async (_name, data) => {
    receiver = await ingress.insertReceiver()
    const { write, socket, closed } = await openRaw(ingress.port)
    write(data())
    socket.end()
    await closed
    expect(await bodies()).toEqual([])
    expect((await fetch(ingress.urlOf(receiver))).status).toBe(200)
  })

  it('byte after byte, slower than the time it has', async () => {
    receiver = await ingress.insertReceiver()
    const { write, closed, received, socket } = await openRaw(ingress.port)
    write(head(['Content-Length: 100000']))
    const drip = setInterval(() => write('x'), 20)
    await closed
    clearInterval(drip)
    socket.destroy()
    expect(statusesIn(received())).toEqual([408])
    expect(await bodies()).toEqual([])
  })
})

describe('what is not HTTP is answered, and closed', () => {
  it.each([
    ['garbage', () => 'hello\r\n\r\n', 400],
    ['a TLS greeting', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
    ['two hosts', () => head(['host: y']), 400],
    ['two lengths', () => `${head(['Content-Length: 1', 'Content-Length: 2'])}ab`, 400],
    ['a length that is none', () => `${head(['Content-Length: -1'])}a`, 400],
    ['a length and chunks', () => `${head(['Content-Length: 3', 'Transfer-Encoding: chunked'])}0\r\n\r\n`, 400],
    ['a chunk whose size is none', () => `${head(['Transfer-Encoding: chunked'])}zz\r\nab\r\n0\r\n\r\n`, 400],
    ['a bare line feed in a header', () => head(['X-A: 1\nX-B: 2\r']), 400],
    ['U+0000 in a header', () => head(['X-A: a\0b']), 400],
    ['U+0000 in the path', () => head().replace('/r/', '/r/\0'), 400],
    ['no host', () => `GET /r/${receiver.token} HTTP/1.1\r\n\r\n`, 400],
    ['headers of more than 64 KiB', () => head([`X-Large: ${'x'.repeat(70_000)}`]), 431],
    ['a method that nobody knows', () => head([], 'BREW'), 405],
    ['a tunnel', () => 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n', 405],
  ])('%s', async (_name, data, status) => {
    receiver = await ingress.insertReceiver()
    expect(statusesIn(await exchangeRaw(ingress.port, Buffer.from(data(), 'latin1')))).toEqual([status])
    expect(await bodies()).toEqual([])
  })
})

it('a body longer than announced: the announced part is recorded, the rest is no request', async () => {
  receiver = await ingress.insertReceiver()
  const received = await exchangeRaw(ingress.port, `${head(['Content-Length: 5'])}12345 and more\r\n\r\n`)
  expect(statusesIn(received)).toEqual([200, 400])
  expect(await bodies()).toEqual(['12345'])
})

it('requests in one go are answered in their order, and each is recorded', async () => {
  receiver = await ingress.insertReceiver({ plan: 'SUPER', responseBody: '[{{ request.body }}]' })
  const texts = Array.from({ length: 40 }, (_, index) => `text ${index}`)
  const requests = texts.map((text) => head([`Content-Length: ${text.length}`]) + text)
  const odd = `${head([], 'PUT')}GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n`
  const last = `GET /nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`
  const received = await exchangeRaw(
    ingress.port,
    requests.slice(0, 20).join('') + odd + requests.slice(20).join('') + last,
  )
  expect(statusesIn(received)).toEqual([...Array(20).fill(200), 405, 404, ...Array(20).fill(200), 404])
  expect([...received.matchAll(/\[(text \d+)\]/g)].map(([, text]) => text)).toEqual(texts)
  expect((await bodies()).toSorted()).toEqual(texts.toSorted())
})

it('the whole URL in the first line, as for a proxy: path and query are recorded, and not its host', async () => {
  receiver = await ingress.insertReceiver()
  const line = `GET http://in.example/r/${receiver.token}?a=1 HTTP/1.1\r\nHost: in.example\r\nConnection: close\r\n\r\n`
  expect(statusesIn(await exchangeRaw(ingress.port, line))).toEqual([200])
  expect(await ingress.recorded(receiver)).toMatchObject([{ url: `/r/${receiver.token}?a=1` }])
})

it('a request of HTTP/1.0 with a Transfer-Encoding is rejected, and what follows on its connection is not read', async () => {
  receiver = await ingress.insertReceiver()
  const chunked = `POST /r/${receiver.token} HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n`
  const smuggled = `POST /r/${receiver.token} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n`
  const received = await exchangeRaw(ingress.port, `${chunked}0\r\n\r\n${smuggled}`)
  expect(statusesIn(received)).toEqual([400])
})

it('a request of HTTP/1.0 is answered, and its connection closed', async () => {
  receiver = await ingress.insertReceiver({ responseBody: 'old' })
  const received = await exchangeRaw(ingress.port, `POST /r/${receiver.token} HTTP/1.0\r\nContent-Length: 2\r\n\r\nhi`)
  expect([statusesIn(received), received.endsWith('old')]).toEqual([[200], true])
  expect(await bodies()).toEqual(['hi'])
})

it.each<[string, () => string, string]>([
  ['with a body', () => `${head(['Content-Length: 4'])}half`, 'half'],
  ['in chunks', () => `${head(['Transfer-Encoding: chunked'])}4\r\nhalf\r\n0\r\n\r\n`, 'half'],
  ['without a body', () => head([], 'GET'), ''],
])('a sender that closes its side after a whole request %s gets its answer', async (_, data, body) => {
  receiver = await ingress.insertReceiver({ responseBody: 'taken' })
  const { socket, received, closed } = await openRaw(ingress.port)
  socket.end(data())
  await closed
  expect([statusesIn(received()), received().endsWith('taken')]).toEqual([[200], true])
  expect(await bodies()).toEqual([body])
})

it('a sender that closes its side after several requests in one go gets all answers', async () => {
  receiver = await ingress.insertReceiver({ plan: 'SUPER' })
  const { socket, received, closed } = await openRaw(ingress.port)
  socket.end(head([], 'GET').repeat(3))
  await closed
  expect(statusesIn(received())).toEqual([200, 200, 200])
})

it('a sender that leaves before its answer: recorded all the same, once', async () => {
  receiver = await ingress.insertReceiver()
  const holder = await ingress.test.pool.connect()
  await holder.query('begin')
  await holder.query('select from receiver_counters where receiver_id = $1 for update', [receiver.id])
  const { write, socket, received, closed } = await openRaw(ingress.port)
  write(`${head(['Content-Length: 4'])}last`)
  await untilWaiting(ingress, 1)
  socket.resetAndDestroy()
  await closed
  await holder.query('commit')
  holder.release()
  await expect.poll(bodies).toEqual(['last'])
  await fetch(ingress.urlOf(receiver), { method: 'POST', body: 'after' })
  expect([await bodies(), received()]).toEqual([['last', 'after'], ''])
})

it('senders that leave while their receiver is being looked up leave nothing behind, and a stop ends', async () => {
  const own = await createTestIngress({ lockTimeoutMs: 10_000 })
  const { token } = await own.insertReceiver()
  const request = `POST /r/${token} HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n12345`
  // Nobody else may have a receiver's row meanwhile, so that the look-up waits.
  const holder = await own.test.pool.connect()
  await holder.query('begin')
  await holder.query('lock table receivers in access exclusive mode')
  const connections = await Promise.all(Array.from({ length: 5 }, () => openRaw(own.port)))
  for (const { write } of connections) write(request)
  const waiting = `select 1 from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())`
  await expect.poll(async () => (await own.test.pool.query(waiting)).rowCount).toBeGreaterThan(0)
  for (const { socket } of connections) socket.resetAndDestroy()
  await Promise.all(connections.map(({ closed }) => closed))
  await holder.query('commit')
  holder.release()
  await own.close()
})
