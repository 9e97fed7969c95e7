import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { freePort } from '@knockwire/db/testing/processes/free-port'
import { createTestDatabase, type TestDatabase } from '@knockwire/db/testing/test-database'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type ApiProcess, startApiProcess, untilReady } from '../../testing/api-process.ts'
import { startCuttingProxy } from '../../testing/peers/cutting-proxy.ts'
import { createTestCli, type TestCli } from '../../testing/cli/test-cli.ts'

const demo = { KNOCKWIRE_DEMO_EMAIL: 'demo@knockwire.example', KNOCKWIRE_DEMO_PASSWORD: 'knock knock who is there' }

interface Got {
  method: string | undefined
  url: string | undefined
  headers: string[]
  body: Buffer
}

/** A developer's server, which may be stopped and started again at its address. */
const startTarget = async (answer: (got: Got) => { status: number; delayMs?: number } = () => ({ status: 200 })) => {
  const port = await freePort()
  const got: Got[] = []
  let server: Server | null = null
  const start = async () => {
    server = createServer((incoming: IncomingMessage, outgoing) => {
      const { method, url, rawHeaders } = incoming
      const respond = async () => {
        const one = { method, url, headers: rawHeaders, body: await buffer(incoming) }
        got.push(one)
        const { status, delayMs = 0 } = answer(one)
        setTimeout(() => outgoing.writeHead(status).end('ok'), delayMs)
      }
      void respond()
    }).listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const stop = async () => {
    server?.closeAllConnections()
    if (server?.listening === true) await new Promise((resolve) => server?.close(resolve))
  }
  onTestFinished(stop)
  return { url: `http://127.0.0.1:${port}`, got, bodies: () => got.map(({ body }) => body.toString()), start, stop }
}

/** Sends with just these headers, in this order. */
const send = (url: string, headers: readonly string[], body: Buffer, method = 'POST'): Promise<number> =>
  new Promise((resolve, reject) => {
    const { host, origin } = new URL(url)
    const all = ['Host', host, ...headers, 'Content-Length', String(body.length)]
    // A URL would leave out what its dots stand for.
    request(origin, { path: url.slice(origin.length), method, headers: all, setHost: false }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
      .on('error', reject)
      .end(body)
  })

describe('knockwire listen', () => {
  let database: TestDatabase
  let api: ApiProcess
  let ports: Record<string, string>
  let cookie: string
  let token: string

  const startApi = async () => {
    api = await startApiProcess({ DATABASE_URL: database.url, ...demo, ...ports })
    // Started again at the same ports, which the helper does not know.
    await untilReady({ ...api, origin: ports['PUBLIC_ORIGIN'] ?? '' })
  }
  const call = async <T>(
    path: string,
    payload?: object,
    method = payload === undefined ? 'GET' : 'POST',
  ): Promise<T> => {
    const answer = await fetch(`${ports['PUBLIC_ORIGIN']}/api/v1${path}`, {
      method,
      headers: { origin: ports['PUBLIC_ORIGIN'] ?? '', cookie, ...(payload && { 'content-type': 'application/json' }) },
      ...(payload && { body: JSON.stringify(payload) }),
    })
    const text = await answer.text()
    expect([path, answer.status < 300, answer.status < 300 ? '' : text]).toEqual([path, true, ''])
    return (text === '' ? null : JSON.parse(text)) as T
  }
  const makeToken = async (scope: string) =>
    call<{ id: string; token: string }>('/accounts/me/tokens', { name: scope, scope })
  const makeReceiver = async () => {
    const { id } = await call<{ id: string }>('/receivers', { name: 'Hooks' })
    await call(`/receivers/${id}/lifecycle/activate`, {})
    return call<{ id: string; url: string }>(`/receivers/${id}`)
  }
  const makeCli = async (server = { url: ports['PUBLIC_ORIGIN'] ?? '', token }): Promise<TestCli> => {
    const cli = await createTestCli(server)
    onTestFinished(cli.close)
    return cli
  }
  /** A listener that is ready, and what ends it. */
  const listen = async (cli: TestCli, args: readonly string[]) => {
    const child = cli.start(['listen', ...args])
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => (output += data.toString()))
    const ended = once(child, 'exit').then(([code]: (number | null)[]) => code ?? null)
    onTestFinished(() => void child.kill('SIGKILL'))
    await expect.poll(() => output, { timeout: 30_000 }).toContain(' → ')
    return {
      output: () => output,
      ended,
      stop: async (signal: NodeJS.Signals = 'SIGTERM') => {
        child.kill(signal)
        return ended
      },
    }
  }
  beforeAll(async () => {
    database = await createTestDatabase()
    const [port, receiverPort] = [String(await freePort()), String(await freePort())]
    ports = {
      PORT: port,
      RECEIVER_PORT: receiverPort,
      PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
      RECEIVER_ORIGIN: `http://localhost:${receiverPort}`,
      PLANS: 'off',
      RECEIVER_REQUESTS_PER_MINUTE: '1000000',
      REQUESTS_PER_MINUTE: '1000000',
      HISTORY_ENTRIES: '100000',
    }
    await startApi()
    const { KNOCKWIRE_DEMO_EMAIL: email, KNOCKWIRE_DEMO_PASSWORD: password } = demo
    const signedIn = await fetch(`${ports['PUBLIC_ORIGIN']}/api/v1/auth/sign-in`, {
      method: 'POST',
      headers: { origin: ports['PUBLIC_ORIGIN'] ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
    ;({ token } = await makeToken('WRITE'))
  }, 120_000)
  afterAll(async () => {
    api.signal('SIGKILL')
    await api.ended
    await database.close()
  })

  it('forwards method, headers and body byte for byte, and what stands behind the receiver’s URL', async () => {
    const [receiver, target, cli] = [await makeReceiver(), await startTarget(), await makeCli()]
    await target.start()
    const listener = await listen(cli, [
      receiver.url,
      '--to',
      `${target.url}/hooks?own=1`,
      '--since',
      'start',
      '--print',
    ])
    const body = Buffer.from([0, 255, 10, 13, 128, 0xc3, 0x28])
    const headers = [
      'X-B',
      '1',
      'Authorization',
      'Bearer of the sender',
      'x-a',
      'é'.normalize(),
      'X-B',
      '2',
      'Content-Type',
      'application/octet-stream',
    ]
    expect(await send(`${receiver.url}/a/%2e%2e/b?c=%20d&e`, headers, body)).toBe(200)
    await expect.poll(() => target.got.length, { timeout: 20_000 }).toBe(1)
    const [got] = target.got
    expect(got?.method).toBe('POST')
    expect(got?.url).toBe('/hooks/a/%2e%2e/b?own=1&c=%20d&e')
    expect(got?.body.equals(body)).toBe(true)
    expect(got?.headers).toEqual([
      'Host',
      new URL(target.url).host,
      ...headers,
      'Content-Length',
      '7',
      'Connection',
      'close',
    ])
    await expect.poll(listener.output).toContain('→ 200')
    expect(listener.output()).toContain('> Authorization: Bearer of the sender')
    const { results } = await call<{ results: { id: string }[] }>(`/receivers/${receiver.id}/executions?page=0&size=20`)
    await expect
      .poll(async () => {
        const { forwards } = await call<{ forwards: object[] }>(
          `/receivers/${receiver.id}/executions/${results[0]?.id}`,
        )
        return forwards
      })
      .toEqual([
        expect.objectContaining({ target: `${target.url}/hooks/a/%2e%2e/b?own=1&c=%20d&e`, status: 200, error: null }),
      ])
    expect(await listener.stop()).toBe(0)
  })

  it('waits for a target that is away, and goes on where it ended when it is started again', async () => {
    const [receiver, target, cli] = [await makeReceiver(), await startTarget(), await makeCli()]
    const args = [receiver.id, '--to', target.url, '--since', 'start']
    const first = await listen(cli, args)
    for (const body of ['1', '2']) await send(receiver.url, [], Buffer.from(body))
    await expect.poll(first.output, { timeout: 20_000 }).toContain('is not there')
    expect(target.got).toEqual([])
    await target.start()
    await expect.poll(target.bodies, { timeout: 20_000 }).toEqual(['1', '2'])
    await first.stop()
    for (const body of ['3', '4']) await send(receiver.url, [], Buffer.from(body))
    const second = await listen(cli, args.slice(0, 3))
    await expect.poll(target.bodies, { timeout: 20_000 }).toEqual(['1', '2', '3', '4'])
    expect(second.output()).toContain('came meanwhile')
    await target.stop()
    await send(receiver.url, [], Buffer.from('5'))
    await expect.poll(second.output, { timeout: 20_000 }).toContain('is not there')
    expect(await second.stop()).toBe(0)
    await target.start()
    const third = await listen(cli, args.slice(0, 3))
    await expect.poll(target.bodies, { timeout: 20_000 }).toEqual(['1', '2', '3', '4', '5'])
    await third.stop()
  })

  it('forwards what passes the filters, begins where it is said to, and rejects a second listener', async () => {
    const [receiver, target, cli] = [await makeReceiver(), await startTarget(() => ({ status: 503 })), await makeCli()]
    await target.start()
    await send(receiver.url, ['X-Event', 'push'], Buffer.from('{"type":"a"}'))
    await send(receiver.url, ['X-Event', 'ping'], Buffer.from('{"type":"a"}'))
    await send(receiver.url, ['X-Event', 'push'], Buffer.from('{"type":"b"}'))
    const args = [receiver.url, '--to', target.url, '--filter', 'header.x-event=push', '--filter', 'json.type!=b']
    const listener = await listen(cli, [...args, '--since', '10m'])
    await send(`${receiver.url}/x`, ['X-Event', 'push'], Buffer.from('{"type":"c"}'))
    await expect.poll(target.bodies, { timeout: 20_000 }).toEqual(['{"type":"a"}', '{"type":"c"}'])
    await expect.poll(listener.output).toContain('/x → 503')
    const second = await cli.run(['listen', ...args])
    expect([second.code, second.stderr]).toEqual([1, expect.stringMatching(/^Process \d+ forwards this receiver/)])
    await listener.stop()
  })

  it('on a terminal sends the last one again with r, and ends with q', async () => {
    const [receiver, target, cli] = [await makeReceiver(), await startTarget(), await makeCli()]
    await target.start()
    const listener = cli.startOnTerminal(['listen', receiver.id, '--to', target.url, '--since', 'start'])
    onTestFinished(listener.kill)
    await expect.poll(listener.screen, { timeout: 30_000 }).toContain('r sends the last one again, q ends.')
    listener.type('r')
    await expect.poll(listener.screen, { timeout: 20_000 }).toContain('Nothing was forwarded yet.')
    await send(receiver.url, [], Buffer.from('1'))
    await expect.poll(target.bodies, { timeout: 20_000 }).toEqual(['1'])
    await expect.poll(listener.screen, { timeout: 20_000 }).toMatch(/→ .*200/)
    listener.type('r')
    await expect.poll(target.bodies, { timeout: 20_000 }).toEqual(['1', '1'])
    await send(receiver.url, [], Buffer.from('2'))
    await expect.poll(target.bodies, { timeout: 20_000 }).toEqual(['1', '1', '2'])
    listener.type('xq')
    expect(await listener.ended).toBe(0)
    // What was sent again moved the position no further than the request itself had.
    const next = await listen(cli, [receiver.id, '--to', target.url])
    await send(receiver.url, [], Buffer.from('3'))
    await expect.poll(target.bodies, { timeout: 20_000 }).toEqual(['1', '1', '2', '3'])
    await next.stop()
  }, 120_000)

  it('ends with its own exit code where the token is revoked and where the receiver is deleted', async () => {
    const [receiver, target] = [await makeReceiver(), await startTarget()]
    const revoked = await makeToken('WRITE')
    const cli = await makeCli({ url: ports['PUBLIC_ORIGIN'] ?? '', token: revoked.token })
    const listener = await listen(cli, [receiver.id, '--to', target.url])
    await call(`/accounts/me/tokens/${revoked.id}`, undefined, 'DELETE')
    // A call that waits may end before it is noticed: the next one is rejected.
    expect(await listener.ended).toBe(4)
    expect(listener.output()).toContain('not valid any more')
    const other = await listen(await makeCli(), [receiver.id, '--to', target.url])
    await call(`/receivers/${receiver.id}?deactivate=true`, undefined, 'DELETE')
    expect(await other.ended).toBe(5)
    const none = await (await makeCli()).run(['listen', receiver.id, '--to', target.url])
    expect([none.code, none.stderr]).toEqual([5, `There is no receiver ${receiver.id}.\n`])
  }, 120_000)

  it('needs a token that may see what secret headers hold', async () => {
    const [receiver, target] = [await makeReceiver(), await startTarget()]
    const read = await makeToken('READ')
    const cli = await makeCli({ url: ports['PUBLIC_ORIGIN'] ?? '', token: read.token })
    const { code, stderr } = await cli.run(['listen', receiver.id, '--to', target.url])
    expect(code).toBe(1)
    expect(stderr).toMatch(/read|change|token/i)
  })

  it('loses, doubles and disorders none of 10,000 requests in bursts, with restarts of server and command line and a proxy that cuts', async () => {
    const count = 10_000
    const [receiver, target] = [
      await makeReceiver(),
      await startTarget((got) => ({ status: 200, delayMs: got.body.length % 7 === 0 ? 1 : 0 })),
    ]
    await target.start()
    const proxy = await startCuttingProxy(ports['PUBLIC_ORIGIN'] ?? '', 30_000)
    const cli = await makeCli({ url: proxy.origin, token })
    const args = [receiver.id, '--to', target.url]
    let listener = await listen(cli, [...args, '--since', 'start'])
    const acknowledged = new Set<string>()
    let next = 0
    let serverIsUp = Promise.withResolvers<void>()
    serverIsUp.resolve()
    const sender = async () => {
      while (next < count) {
        const body = `${(next += 1)}`
        // A restart leaves it open whether a request without an answer was recorded; another one is sent in its place.
        for (let tries = 0; !acknowledged.has(body); tries += 1) {
          const status = await send(receiver.url, [], Buffer.from(`${body}/${tries}`)).catch(() => 0)
          if (status >= 200 && status < 300) acknowledged.add(body)
          else await serverIsUp.promise
        }
      }
    }
    const sending = Promise.all(Array.from({ length: 16 }, sender))
    const until = (number: number) => expect.poll(() => target.got.length, { timeout: 120_000 }).toBeGreaterThan(number)
    await until(1000)
    await listener.stop('SIGTERM')
    listener = await listen(cli, args)
    await until(3000)
    serverIsUp = Promise.withResolvers()
    api.signal('SIGTERM')
    await api.ended
    await startApi()
    serverIsUp.resolve()
    await until(5000)
    await listener.stop('SIGINT')
    await expect.poll(() => acknowledged.size, { timeout: 120_000 }).toBeGreaterThan(6000)
    listener = await listen(cli, args)
    await sending
    const { rows } = await database.pool.query<{ body: Buffer }>(
      'select request_body as body from received_requests where receiver_id = $1 order by seq',
      [receiver.id],
    )
    const recorded = rows.map(({ body }) => body.toString())
    expect(recorded.length).toBeGreaterThanOrEqual(count)
    await expect.poll(() => target.got.length, { timeout: 240_000, interval: 250 }).toBe(recorded.length)
    expect(target.bodies()).toEqual(recorded)
    expect(proxy.cuts()).toBeGreaterThan(1)
    await listener.stop()
  }, 600_000)
})
