import { describe, expect, it } from 'vitest'
import { HostResolver } from '../connect/resolve-host.ts'
import type { AddressPolicy } from '../policy.ts'
import { createAddressRules, vettedAddresses } from './address-rules.ts'

const rulesOf = (policy: Partial<AddressPolicy> = {}) => createAddressRules({ allowCidrs: [], ...policy })
const isAllowed = (address: string, policy: Partial<AddressPolicy> = {}, port = 80) =>
  rulesOf(policy).isAllowed(address, port)

/** Each range's first and last address, and their public neighbours where there are any. */
const deniedRanges: [first: string, last: string, before: string | null, after: string | null][] = [
  ['0.0.0.0', '0.255.255.255', null, '1.0.0.0'],
  ['10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
  ['100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
  ['127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
  ['168.63.129.16', '168.63.129.16', '168.63.129.15', '168.63.129.17'],
  ['169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
  ['172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
  ['192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
  ['192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
  ['192.31.196.0', '192.31.196.255', '192.31.195.255', '192.31.197.0'],
  ['192.52.193.0', '192.52.193.255', '192.52.192.255', '192.52.194.0'],
  ['192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
  ['192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
  ['192.175.48.0', '192.175.48.255', '192.175.47.255', '192.175.49.0'],
  ['198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
  ['198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
  ['203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
  ['224.0.0.0', '239.255.255.255', '223.255.255.255', null],
  ['240.0.0.0', '255.255.255.255', null, null],
  ['::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', null, '2000::'],
  ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', '2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2001:200::'],
  ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db7:ffff::', '2001:db9::'],
  ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2001:ffff:ffff::', '2003::'],
  ['2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff', '2620:4f:7fff::', '2620:4f:8001::'],
  ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', '3ffe:ffff::', '3fff:1000::'],
  ['4000::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '3fff:ffff::', null],
]

describe('addresses that no call reaches by default', () => {
  it.each(deniedRanges)('denies %s to %s and nothing beside it', (first, last, before, after) => {
    expect(isAllowed(first)).toBe(false)
    expect(isAllowed(last)).toBe(false)
    if (before !== null) expect(isAllowed(before)).toBe(true)
    if (after !== null) expect(isAllowed(after)).toBe(true)
  })

  it.each([
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '0:0:0:0:0:FFFF:10.0.0.1',
    '::ffff:169.254.169.254',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::8.8.8.8',
    'fe80::1%eth0',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
  ])('denies %s', (address) => expect(isAllowed(address)).toBe(false))

  it('judges a mapped address as what it reaches', () => expect(isAllowed('::ffff:8.8.8.8')).toBe(true))

  it.each(['', 'localhost', 'example.com', '127.1', '0x7f000001', '2130706433', '1.2.3', '1.2.3.4.5', ':::', '[::1]'])(
    'denies "%s", which is no address',
    (text) => expect(isAllowed(text)).toBe(false),
  )
})

describe('exceptions that the operator opens', () => {
  it('opens exactly the range', () => {
    const policy = { allowCidrs: ['10.1.0.0/16', ' fd00:1::/32 ', 'fd00:2:3::/48'] }
    for (const address of ['10.1.0.0', '10.1.255.255', '::ffff:10.1.2.3', 'fd00:1::5', 'fd00:2:3::5'])
      expect(isAllowed(address, policy), address).toBe(true)
    for (const address of ['10.0.255.255', '10.2.0.0', 'fd00:2::5', 'fd00:2:4::5', '127.0.0.1'])
      expect(isAllowed(address, policy), address).toBe(false)
  })

  it('opens a single address by its name', () => {
    expect(isAllowed('192.168.7.7', { allowCidrs: ['192.168.7.7'] })).toBe(true)
    expect(isAllowed('192.168.7.8', { allowCidrs: ['192.168.7.7'] })).toBe(false)
    expect(isAllowed('::1', { allowCidrs: ['0:0:0:0:0:0:0:1'] })).toBe(true)
  })

  it.each([
    '100.100.100.200',
    '168.63.129.16',
    '169.254.0.23',
    '169.254.169.123',
    '169.254.169.253',
    '169.254.169.254',
    '169.254.170.2',
    '169.254.170.23',
    '192.0.0.192',
    'fd00:ec2::23',
    'fd00:ec2::253',
    'fd00:ec2::254',
    'fd20:ce::254',
    '::ffff:169.254.169.254',
  ])('keeps the metadata address %s shut in an open range, and opens it where named exactly', (address) => {
    const wide = ['0.0.0.0/0', '::/0', '169.254.169.0/24', `${address}/${address.includes('.') ? 31 : 127}`]
    expect(isAllowed(address, { allowCidrs: wide })).toBe(false)
    expect(isAllowed(address, { allowCidrs: [...wide, address] })).toBe(true)
  })

  it.each([
    '10.0.0.0/33',
    'fd00::/129',
    '10.0.0',
    'intranet',
    '10.0.0.0/8/8',
    '',
    '10.0.0.0/-1',
    '/8',
    '/10.0.0.0/8',
    '10.0.0.0/',
    '10.0.0.0/8x',
    'x10.0.0.0/8',
    '10.0.0.0/0008',
  ])('refuses to start with "%s"', (range) =>
    expect(() => rulesOf({ allowCidrs: [range] })).toThrow(`"${range}" is not an address`),
  )

  it('distinguishes what was opened from what is public', () => {
    const rules = rulesOf({ allowCidrs: ['10.0.0.0/8'] })
    expect(rules.isAllowlisted('10.0.0.1', 80)).toBe(true)
    expect(rules.isAllowlisted('8.8.8.8', 80)).toBe(false)
    expect(rules.isAllowlisted('localhost', 80)).toBe(false)
  })
})

describe("this server's own endpoints", () => {
  const policy = {
    allowCidrs: ['127.0.0.0/8', '0.0.0.0/8', '::', '::1', '10.0.0.0/8'],
    deniedAddresses: [
      { address: '127.0.0.1', port: 54_321 },
      { address: '10.0.0.5', port: 9_000 },
    ],
  }

  it.each(['127.0.0.1', '127.0.0.2', '0.0.0.0', '::', '::1', '::ffff:127.0.0.1'])(
    'shuts a loopback port under %s',
    (address) => {
      expect(isAllowed(address, policy, 54_321)).toBe(false)
      expect(isAllowed(address, policy, 8_080)).toBe(true)
      expect(isAllowed(address, policy, 9_000)).toBe(true)
    },
  )

  it('shuts a loopback port on loopback alone', () => expect(isAllowed('10.0.0.6', policy, 54_321)).toBe(true))

  it('shuts another endpoint for its address and port alone', () => {
    expect(isAllowed('10.0.0.5', policy, 9_000)).toBe(false)
    expect(isAllowed('::ffff:10.0.0.5', policy, 9_000)).toBe(false)
    expect(isAllowed('10.0.0.5', policy, 9_001)).toBe(true)
    expect(isAllowed('10.0.0.6', policy, 9_000)).toBe(true)
  })

  it('is not opened by naming the address', () =>
    expect(isAllowed('10.0.0.5', { ...policy, allowCidrs: ['10.0.0.5'] }, 9_000)).toBe(false))
})

describe('the addresses that a connection is tried to', () => {
  const vetted = (host: string, policy: Partial<AddressPolicy>, resolved: readonly string[] = []) =>
    vettedAddresses(host, 80, rulesOf(policy), new HostResolver(async () => resolved, 0))

  it('are at most eight of a name', async () => {
    const resolved = Array.from({ length: 20 }, (_, index) => `93.184.215.${index}`)
    expect(await vetted('many.example', {}, resolved)).toEqual(resolved.slice(0, 8))
  })

  it('are none where the one address of the URL is shut', async () => {
    await expect(vetted('10.0.0.1', {})).rejects.toMatchObject({ code: 'BLOCKED_ADDRESS' })
  })

  it('are those of loopback that the operator opened, for localhost', async () => {
    expect(await vetted('localhost', { allowCidrs: ['127.0.0.0/8'] })).toEqual(['127.0.0.1'])
    expect(await vetted('localhost', { allowCidrs: ['127.0.0.1', '::1'] })).toEqual(['127.0.0.1', '::1'])
  })
})
