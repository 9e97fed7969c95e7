import { once } from 'node:events'
import { createServer } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createDnsResolver } from './connect/dns-resolver.ts'
import { clientFor, during, failureIn, requestTo, textIn } from './testing/calls.ts'
import { type DnsAnswer, startDns } from './testing/dns-server.ts'
import { startHttp } from './testing/servers.ts'

const outer = '127.0.0.1'
const inner = '127.0.0.2'
const host = 'rebind.example'

/** The target that may be called, and at the same port of an inner address one that may not. */
const startTargets = async (location?: (port: number) => string) => {
  const target = await during(
    startHttp((_request, response) => {
      const redirect = location && { location: location(target.port) }
      response.writeHead(redirect ? 302 : 200, { connection: 'close', ...redirect }).end('reached')
    }),
  )
  let connections = 0
  const hidden = createServer((_request, response) => response.end('secret'))
  hidden.on('connection', () => (connections += 1))
  hidden.listen(target.port, inner)
  await once(hidden, 'listening')
  onTestFinished(() => {
    hidden.closeAllConnections()
    hidden.close()
  })
  return { target, innerConnections: () => connections }
}

/** A client whose names are looked up at a DNS server that gives these answers in turn, and how often it was asked. */
const startRebinding = async (answers: readonly DnsAnswer[], dnsCacheMs: number) => {
  let queries = 0
  const dns = await startDns({
    [host]: (type) => {
      // Each look-up is a query for either family.
      const answer = answers[Math.floor(queries / 2) % answers.length] ?? {}
      queries += 1
      return type === 'a' ? { a: answer.a ?? [] } : { aaaa: answer.aaaa ?? [] }
    },
  })
  onTestFinished(dns.close)
  const resolve = createDnsResolver([dns.server])
  const client = clientFor({ resolve, dnsCacheMs, allowCidrs: [`${outer}/32`] })
  return { client, queries: () => queries }
}

describe('a name whose DNS server answers otherwise each time', () => {
  it.each([0, 1000])('never leads to an inner address, with answers kept for %i ms', async (dnsCacheMs) => {
    const { target, innerConnections } = await startTargets()
    const { client, queries } = await startRebinding(
      [{ a: [outer] }, { a: [inner] }, { a: [outer, inner] }, { a: [outer] }, { a: [outer], aaaa: ['::ffff:7f00:2'] }],
      dnsCacheMs,
    )
    const outcomes = new Map<string, number>()
    for (let call = 0; call < 40; call += 1) {
      const outcome = await client.send(requestTo(`http://${host}:${target.port}/`))
      const what = outcome.kind === 'failure' ? outcome.code : textIn(outcome)
      outcomes.set(what, (outcomes.get(what) ?? 0) + 1)
    }
    expect(innerConnections()).toBe(0)
    expect(outcomes.get('reached')).toBeGreaterThan(0)
    expect([...outcomes.keys()].filter((what) => !['reached', 'BLOCKED_ADDRESS'].includes(what))).toEqual([])
    if (dnsCacheMs === 0)
      expect(outcomes).toEqual(
        new Map([
          ['reached', 16],
          ['BLOCKED_ADDRESS', 24],
        ]),
      )
    expect(queries()).toBeGreaterThan(0)
  })

  it('is blocked where a redirect comes back to it', async () => {
    const { target, innerConnections } = await startTargets((port) => `http://${host}:${port}/again`)
    const { client } = await startRebinding([{ a: [outer] }, { a: [inner] }], 0)
    const outcome = await client.send(requestTo(`http://${host}:${target.port}/`))
    expect(failureIn(outcome).code).toBe('BLOCKED_ADDRESS')
    expect(innerConnections()).toBe(0)
  })
})
