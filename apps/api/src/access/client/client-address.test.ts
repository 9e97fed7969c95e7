import type { Socket } from 'node:net'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { createServer } from '../../server/create-server.ts'
import type { Settings } from '../../settings.ts'
import { testSettings } from '../../testing/test-settings.ts'
import { createAddressReader } from './client-address.ts'

type Case = [name: string, trust: Settings['trustProxy'], socket: string, forwarded: string[], address: string]

const cases: Case[] = [
  ['the socket’s', false, '203.0.113.7', [], '203.0.113.7'],
  ['the socket’s, whatever the sender says', false, '203.0.113.7', ['1.2.3.4'], '203.0.113.7'],
  ['an IPv4 client of an IPv6 socket', false, '::ffff:203.0.113.7', [], '203.0.113.7'],
  ['whom the one proxy names', 1, '10.0.0.1', ['203.0.113.7'], '203.0.113.7'],
  ['whom the nearest of two names, where one is trusted', 1, '10.0.0.1', ['1.2.3.4, 203.0.113.7'], '203.0.113.7'],
  ['whom the second names', 2, '10.0.0.1', ['203.0.113.7, 10.0.0.2'], '203.0.113.7'],
  ['over several headers', 2, '10.0.0.1', ['6.6.6.6', '203.0.113.7', '10.0.0.2'], '203.0.113.7'],
  ['the proxy’s own, where it names nobody', 1, '10.0.0.1', [], '10.0.0.1'],
  ['the last there is, where more would be trusted', 5, '10.0.0.1', ['203.0.113.7'], '203.0.113.7'],
  ['none is trusted', 0, '10.0.0.1', ['203.0.113.7'], '10.0.0.1'],
  ['by range', ['10.0.0.0/8'], '10.0.0.1', ['203.0.113.7, 10.9.9.9'], '203.0.113.7'],
  ['by range, called from elsewhere', ['10.0.0.0/8'], '192.0.2.1', ['203.0.113.7'], '192.0.2.1'],
  ['by address', ['192.0.2.1'], '192.0.2.1', ['203.0.113.7'], '203.0.113.7'],
  ['by name', ['loopback', 'uniquelocal'], '127.0.0.1', ['203.0.113.7, 192.168.1.1'], '203.0.113.7'],
  ['IPv6', ['fc00::/7'], 'fd00::1', ['2001:db8::7'], '2001:db8::7'],
  ['what is no address, for which the proxy’s own stands', 1, '10.0.0.1', ['unknown'], '10.0.0.1'],
  ['a long text, for which the proxy’s own stands', 1, '10.0.0.1', ['1'.repeat(20_000)], '10.0.0.1'],
  ['no address before one', 2, '10.0.0.1', ['evil, 203.0.113.7'], '203.0.113.7'],
  ['an address with its port', 1, '10.0.0.1', ['203.0.113.7:50123'], '203.0.113.7'],
  ['an IPv6 address with its port', 1, '10.0.0.1', ['[2001:db8::1]:443'], '2001:db8::1'],
  ['an IPv6 address in brackets', 1, '10.0.0.1', ['[2001:db8::1]'], '2001:db8::1'],
  ['an IPv4 address of an IPv6 socket with its port', 1, '10.0.0.1', ['[::ffff:203.0.113.7]:443'], '203.0.113.7'],
  ['brackets around what is no IPv6 address', 1, '10.0.0.1', ['[203.0.113.7]:80'], '10.0.0.1'],
  ['a port that is none', 1, '10.0.0.1', ['203.0.113.7:http'], '10.0.0.1'],
  ['empty entries are none', 1, '10.0.0.1', [' , ,203.0.113.7, '], '203.0.113.7'],
  [
    'a forged chain before the one that the proxies made',
    2,
    '10.0.0.1',
    ['127.0.0.1, 6.6.6.6, 203.0.113.7, 10.0.0.2'],
    '203.0.113.7',
  ],
  ['a forged chain of trusted ranges', ['10.0.0.0/8'], '10.0.0.1', ['10.1.1.1, 203.0.113.7, 10.0.0.2'], '203.0.113.7'],
  ['an IPv4 proxy of an IPv6 socket', ['10.0.0.0/8'], '::ffff:10.0.0.1', ['203.0.113.7'], '203.0.113.7'],
  ['an IPv6 chain by range', ['fd00::/8', '::1'], '::1', ['2001:db8::7, fd00::2'], '2001:db8::7'],
  [
    'a trusted proxy that is named with its port',
    ['10.0.0.0/8'],
    '10.0.0.1',
    ['203.0.113.7:1024, 10.0.0.2:443'],
    '203.0.113.7',
  ],
]

const addressRead = ([, trust, remoteAddress, forwarded]: Case) => {
  const headers = forwarded.length === 0 ? {} : { 'x-forwarded-for': forwarded.join(', ') }
  return createAddressReader(trust)({ socket: { remoteAddress } as Socket, headers })
}

describe('the address that a received request came from', () => {
  it.each(cases)('is, with %s, the right one', (...one) => expect(addressRead(one)).toBe(one[4]))

  it.each(cases)('is, with %s, what the API reads', async (...one) => {
    const [, trustProxy, remoteAddress, forwarded] = one
    const settings = testSettings('postgres://nowhere', { trustProxy })
    const app = createServer({ log: pino({ level: 'silent' }), settings })
    app.get('/', ({ clientAddress }) => clientAddress)
    const headers = forwarded.length === 0 ? {} : { 'x-forwarded-for': forwarded.join(', ') }
    const { body } = await app.inject({ url: '/', remoteAddress, headers })
    await app.close()
    expect(addressRead(one)).toBe(body)
  })
})
