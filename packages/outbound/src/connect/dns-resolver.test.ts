import { describe, expect, it, onTestFinished } from 'vitest'
import { clientFor, failureIn, requestTo } from '../testing/calls.ts'
import { type DnsAnswers, startDns } from '../testing/dns-server.ts'
import { createDnsResolver } from './dns-resolver.ts'

/** Long enough for any machine, where a test is about both families. */
const longGraceMs = 30_000

const resolverFor = async (answers: DnsAnswers) => {
  const dns = await startDns(answers)
  onTestFinished(dns.close)
  return createDnsResolver([dns.server], longGraceMs)
}

describe('asking DNS', () => {
  it('gives every address of both families', async () => {
    const resolve = await resolverFor({ 'both.example': { a: ['192.0.2.1', '192.0.2.2'], aaaa: ['2001:db8::1'] } })
    expect(await resolve('both.example')).toEqual(['192.0.2.1', '192.0.2.2', '2001:db8::1'])
  })

  it('is content with one family, also where the other fails', async () => {
    const resolve = await resolverFor({
      'old.example': { a: ['192.0.2.1'] },
      'new.example': { aaaa: ['2001:db8::1'] },
      'half.example': { a: ['192.0.2.1'], responseCode: 2 },
    })
    expect(await resolve('old.example')).toEqual(['192.0.2.1'])
    expect(await resolve('new.example')).toEqual(['2001:db8::1'])
    expect(await resolve('half.example')).toEqual(['192.0.2.1'])
  })

  it('says why there is none', async () => {
    const resolve = await resolverFor({ 'broken.example': { responseCode: 2 }, 'empty.example': {} })
    await expect(resolve('gone.example')).rejects.toMatchObject({ code: 'ENOTFOUND' })
    await expect(resolve('broken.example')).rejects.toMatchObject({ code: 'ESERVFAIL' })
    await expect(resolve('empty.example')).rejects.toMatchObject({ code: 'ENODATA' })
  })

  it('leads to nothing that is denied', async () => {
    const resolve = await resolverFor({ 'mixed.example': { a: ['93.184.215.14'], aaaa: ['fd00::1'] } })
    const failure = failureIn(await clientFor({ resolve }).send(requestTo('http://mixed.example/')))
    expect(failure.code).toBe('BLOCKED_ADDRESS')
  })

  it('fails with a message where the name is unknown', async () => {
    const resolve = await resolverFor({})
    const failure = failureIn(await clientFor({ resolve }).send(requestTo('http://gone.example/')))
    expect(failure).toMatchObject({
      code: 'DNS_NOT_FOUND',
      message: expect.stringContaining('gone.example was not found'),
    })
  })
})

describe('a DNS server that never answers about IPv6', () => {
  const startSilent = async (a: string[] | undefined, graceMs: number) => {
    const queries = { a: 0, aaaa: 0 }
    const dns = await startDns({
      'half.example': (type) => {
        queries[type] += 1
        if (type === 'aaaa') return 'silence'
        return a === undefined ? { responseCode: 3 } : { a }
      },
    })
    onTestFinished(dns.close)
    return { queries, resolve: createDnsResolver([dns.server], graceMs) }
  }

  it('holds up no address: it is asked once more after two seconds, and that is not waited for', async () => {
    const { queries, resolve } = await startSilent(['192.0.2.1'], 50)
    expect(await resolve('half.example')).toEqual(['192.0.2.1'])
    expect(queries).toEqual({ a: 1, aaaa: 1 })
  })

  it('holds up no error for a name that is unknown', async () => {
    const { queries, resolve } = await startSilent(undefined, 50)
    await expect(resolve('half.example')).rejects.toMatchObject({ code: 'ENOTFOUND' })
    expect(queries).toEqual({ a: 1, aaaa: 1 })
  })
})

it('IPv6 addresses that come later than the grace are left out, and IPv4 addresses are waited for as long as it takes', async () => {
  const waiting: (() => void)[] = []
  const hold = { until: new Promise<void>((resolve) => waiting.push(resolve)) }
  const dns = await startDns({
    'late.example': (type) => (type === 'aaaa' ? { aaaa: ['2001:db8::1'], ...hold } : { a: ['192.0.2.1'] }),
    'later.example': (type) => (type === 'a' ? { a: ['192.0.2.1'], ...hold } : { aaaa: ['2001:db8::1'] }),
  })
  onTestFinished(dns.close)
  const resolve = createDnsResolver([dns.server], 10)
  const later = resolve('later.example')
  expect(await resolve('late.example')).toEqual(['192.0.2.1'])
  for (const release of waiting) release()
  expect(await later).toEqual(['192.0.2.1', '2001:db8::1'])
})
