import { describe, expect, it, onTestFinished } from 'vitest'
import { clientFor, failureIn, requestTo } from '../testing/calls.ts'
import { startDns, type DnsAnswer } from '../testing/dns-server.ts'
import { createDnsResolver } from './resolve-host.ts'

const resolverFor = async (answers: Record<string, DnsAnswer>) => {
  const dns = await startDns(answers)
  onTestFinished(dns.close)
  return createDnsResolver([dns.server])
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
