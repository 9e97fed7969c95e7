import { networkInterfaces } from 'node:os'
import { describe, expect, it } from 'vitest'
import { createSelfAddresses, serverPolicy, type ServerSettings } from './server-policy.ts'
import { createUriCheck } from './url-rules.ts'

const everything = ['0.0.0.0/0', '::/0']
const settings: ServerSettings = {
  databaseUrl: 'postgres://knockwire:secret@db.internal:54321/knockwire',
  databasePoolerUrl: null,
  publicOrigin: 'https://knockwire.example',
  receiverOrigin: 'https://hooks.knockwire.example:8443',
  operatorPorts: [3002],
  outboundAllowCidrs: everything,
  outboundProxy: null,
}

const interfacesOf = (...addresses: string[]) => ({
  lo: [{ address: '127.0.0.1', internal: true }],
  closed: undefined,
  odd: [{ address: 'no address', internal: false }],
  eth0: addresses.map((address) => ({ address, internal: false })),
})

const isAccepted = (uri: string, changes: Partial<ServerSettings> = {}, addresses: string[] = []) =>
  createUriCheck(serverPolicy({ ...settings, ...changes }, { readInterfaces: () => interfacesOf(...addresses) }))(uri)
    .ok

describe('the policy of this server', () => {
  it('shuts a database at an IPv6 address, whatever is open', () => {
    const databaseUrl = 'postgres://knockwire:secret@[::1]:54321/knockwire'
    expect(isAccepted('http://[::1]:54321/', { databaseUrl })).toBe(false)
    expect(isAccepted('http://127.0.0.1:54321/', { databaseUrl })).toBe(false)
    expect(isAccepted('http://[::1]:8080/', { databaseUrl })).toBe(true)
  })

  it("shuts the database's host name on every port", () => {
    expect(isAccepted('http://db.internal:54321/')).toBe(false)
    expect(isAccepted('http://DB.internal.:8008/')).toBe(false)
    expect(isAccepted('http://other.internal/')).toBe(true)
  })

  it('shuts the pooler before the database as it shuts the database', () => {
    const byName = { databasePoolerUrl: 'postgres://knockwire:secret@pooler.internal:6432/knockwire' }
    expect(isAccepted('http://pooler.internal/', byName)).toBe(false)
    expect(isAccepted('http://db.internal/', byName)).toBe(false)
    const byAddress = { databasePoolerUrl: 'postgres://knockwire:secret@127.0.0.1:6432/knockwire' }
    expect(isAccepted('http://127.0.0.1:6432/', byAddress)).toBe(false)
    expect(isAccepted('http://127.0.0.1:8080/', byAddress)).toBe(true)
  })

  it('shuts the proxy that calls go through, which could be asked for anything', () => {
    const byName = { outboundProxy: { url: 'http://proxy.internal:3128', noProxy: '' } }
    expect(isAccepted('http://proxy.internal:3128/', byName)).toBe(false)
    const byAddress = { outboundProxy: { url: 'http://10.0.0.9:3128', noProxy: '' } }
    expect(isAccepted('http://10.0.0.9:3128/', byAddress)).toBe(false)
    const onLoopback = { outboundProxy: { url: 'http://127.0.0.1:3128', noProxy: '' } }
    expect(isAccepted('http://127.0.0.1:3128/', onLoopback)).toBe(false)
    expect(isAccepted('http://127.0.0.1:8080/', onLoopback)).toBe(true)
  })

  it('shuts loopback at the port of a database that is reached by a socket', () => {
    const databaseUrl = 'postgres:///knockwire?host=/var/run/postgresql&port=54321'
    expect(isAccepted('http://127.0.0.1:54321/', { databaseUrl })).toBe(false)
  })

  it.each([
    'postgres:///knockwire?port=54321',
    'postgres://knockwire@localhost:54321/knockwire',
    'postgres://knockwire@LOCALHOST:54321/knockwire',
  ])('shuts loopback at the port of the database of %s, and at no other', (databaseUrl) => {
    expect(isAccepted('http://127.0.0.1:54321/', { databaseUrl })).toBe(false)
    expect(isAccepted('http://localhost:54321/', { databaseUrl })).toBe(false)
    expect(isAccepted('http://localhost:8080/', { databaseUrl })).toBe(true)
  })

  it('shuts a database whose host stands in the query of its URL', () => {
    const databaseUrl = 'postgres:///knockwire?host=query.example&port=54321'
    expect(isAccepted('http://query.example/', { databaseUrl })).toBe(false)
    expect(isAccepted('http://127.0.0.1:54321/', { databaseUrl })).toBe(true)
  })

  it("shuts the operator's ports on loopback", () => {
    expect(isAccepted('http://127.0.0.1:3002/metrics')).toBe(false)
    expect(isAccepted('http://localhost:3002/metrics')).toBe(false)
    expect(isAccepted('http://127.0.0.1:8080/')).toBe(true)
  })

  it("shuts this machine's own interface addresses, public and private, in open ranges too", () => {
    const addresses = ['45.45.45.45', '10.0.0.5', '2606:4700::1111', 'fd00::5']
    for (const host of ['45.45.45.45', '10.0.0.5', '[2606:4700:0::1111]', '[fd00::5]', '[::ffff:45.45.45.45]']) {
      expect(isAccepted(`http://${host}:3002/metrics`, {}, addresses), host).toBe(false)
      expect(isAccepted(`http://${host}:9100/`, { outboundAllowCidrs: [] }, addresses), host).toBe(false)
    }
    expect(isAccepted('http://10.0.0.6:9100/', {}, addresses)).toBe(true)
    expect(isAccepted('http://45.45.45.46:9100/', { outboundAllowCidrs: [] }, addresses)).toBe(true)
  })

  it('opens an own address that the operator names exactly, but not the operator’s ports on loopback', () => {
    const outboundAllowCidrs = ['10.0.0.5', '127.0.0.1']
    expect(isAccepted('http://10.0.0.5:9100/', { outboundAllowCidrs }, ['10.0.0.5'])).toBe(true)
    expect(isAccepted('http://127.0.0.1:3002/', { outboundAllowCidrs })).toBe(false)
  })

  it('leaves what this machine serves to everybody callable at its public address', () => {
    const shut = { outboundAllowCidrs: [] }
    expect(isAccepted('https://45.45.45.45/', shut, ['45.45.45.45'])).toBe(true)
    expect(isAccepted('https://45.45.45.45:8443/in/1', shut, ['45.45.45.45'])).toBe(true)
    expect(isAccepted('https://45.45.45.45:8444/', shut, ['45.45.45.45'])).toBe(false)
    expect(isAccepted('https://10.0.0.5/', shut, ['10.0.0.5'])).toBe(false)
    const plain = { ...shut, publicOrigin: 'http://knockwire.example' }
    expect(isAccepted('http://45.45.45.45/', plain, ['45.45.45.45'])).toBe(true)
    expect(isAccepted('https://45.45.45.45/', plain, ['45.45.45.45'])).toBe(false)
  })
})

describe('the addresses of this machine', () => {
  it('are those of its interfaces, without loopback', () => {
    const listed = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
    const v4 = listed.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address)
    const addresses = createSelfAddresses()()
    expect([...addresses]).toEqual(expect.arrayContaining(v4))
    expect(addresses.has('127.0.0.1')).toBe(false)
  })

  it('are not read again at each call', () => {
    let readings = 0
    const addresses = createSelfAddresses({
      readInterfaces: () => {
        readings += 1
        return interfacesOf('45.45.45.45')
      },
    })
    expect(addresses()).toBe(addresses())
    expect(readings).toBe(1)
  })

  it('are read again after ten seconds', () => {
    let nowMs = 0
    let address = '45.45.45.45'
    const addresses = createSelfAddresses({ readInterfaces: () => interfacesOf(address), now: () => nowMs })
    expect([...addresses()]).toEqual(['45.45.45.45'])
    address = '45.45.45.46'
    nowMs = 9_999
    expect([...addresses()]).toEqual(['45.45.45.45'])
    nowMs = 10_000
    expect([...addresses()]).toEqual(['45.45.45.46'])
  })
})
