import { expect, it } from 'vitest'
import type { Settings } from '../../settings.ts'
import { createAddressReader } from './remote-address.ts'

const from = (...values: string[]) => values.flatMap((value) => ['X-Forwarded-For', value])

it.each<[name: string, trust: Settings['trustProxy'], socket: string, headers: string[], address: string]>([
  ['the socket’s', false, '203.0.113.7', [], '203.0.113.7'],
  ['the socket’s, whatever the sender says', false, '203.0.113.7', from('1.2.3.4'), '203.0.113.7'],
  ['an IPv4 client of an IPv6 socket', false, '::ffff:203.0.113.7', [], '203.0.113.7'],
  ['whom the one proxy names', 1, '10.0.0.1', from('203.0.113.7'), '203.0.113.7'],
  ['whom the nearest of two names, where one is trusted', 1, '10.0.0.1', from('1.2.3.4, 203.0.113.7'), '203.0.113.7'],
  ['whom the second names', 2, '10.0.0.1', from('203.0.113.7, 10.0.0.2'), '203.0.113.7'],
  ['over several headers', 2, '10.0.0.1', from('6.6.6.6', '203.0.113.7', '10.0.0.2'), '203.0.113.7'],
  ['the proxy’s own, where it names nobody', 1, '10.0.0.1', [], '10.0.0.1'],
  ['the last there is, where more would be trusted', 5, '10.0.0.1', from('203.0.113.7'), '203.0.113.7'],
  ['none is trusted', 0, '10.0.0.1', from('203.0.113.7'), '10.0.0.1'],
  ['by range', ['10.0.0.0/8'], '10.0.0.1', from('203.0.113.7, 10.9.9.9'), '203.0.113.7'],
  ['by range, asked from elsewhere', ['10.0.0.0/8'], '192.0.2.1', from('203.0.113.7'), '192.0.2.1'],
  ['by address', ['192.0.2.1'], '192.0.2.1', from('203.0.113.7'), '203.0.113.7'],
  ['by name', ['loopback', 'uniquelocal'], '127.0.0.1', from('203.0.113.7, 192.168.1.1'), '203.0.113.7'],
  ['IPv6', ['fc00::/7'], 'fd00::1', from('2001:db8::7'), '2001:db8::7'],
  ['what is no address stands as it was said', 1, '10.0.0.1', from('unknown'), 'unknown'],
  ['empty entries are none', 1, '10.0.0.1', from(' , ,203.0.113.7, '), '203.0.113.7'],
])('%s', (_name, trust, socket, headers, address) => {
  expect(createAddressReader(trust)(socket, ['Host', 'x', ...headers])).toBe(address)
})
