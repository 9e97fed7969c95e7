import { describe, expect, it } from 'vitest'
import { embeddedProblems, isLoopbackAddress, isOnThisMachine } from './one-machine.ts'

describe('embedded mode', () => {
  it.each([
    {},
    { HOST: '', PUBLIC_ORIGIN: '', TRUST_PROXY: '' },
    { HOST: '127.0.0.1', PUBLIC_ORIGIN: 'http://localhost:3000', RECEIVER_ORIGIN: 'http://127.0.0.1:3001' },
    { HOST: '::1', PUBLIC_ORIGIN: 'https://monitor.localhost', RECEIVER_ORIGIN: 'http://[::1]:3001' },
    { HOST: 'localhost', PUBLIC_ORIGIN: 'http://127.1:3000', TRUST_PROXY: '0' },
  ])('starts with %j, which nobody else can reach', (environment) => {
    expect(embeddedProblems(environment)).toEqual([])
  })

  it.each([
    ['PUBLIC_ORIGIN', 'https://monitor.example'],
    ['PUBLIC_ORIGIN', 'http://192.168.1.5:3000'],
    ['PUBLIC_ORIGIN', 'https://localhost.example'],
    ['PUBLIC_ORIGIN', 'http://127.0.0.1.example:3000'],
    ['PUBLIC_ORIGIN', 'http://[2001:db8::1]:3000'],
    ['RECEIVER_ORIGIN', 'https://hooks.example'],
    ['HOST', '0.0.0.0'],
    ['HOST', '::'],
    ['HOST', '10.0.0.4'],
    ['HOST', 'monitor.internal'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', 'loopback'],
  ])('refuses %s=%s, and names it with what to set instead', (name, value) => {
    const [problem, ...others] = embeddedProblems({ [name]: value })
    expect(others).toEqual([])
    expect(problem).toContain(`${name}=${value}`)
    expect(problem).toContain('DATABASE_URL')
    expect(problem).toContain('ENCRYPTION_KEY')
  })

  it('names every setting at fault', () => {
    const environment = { PUBLIC_ORIGIN: 'https://monitor.example', HOST: '0.0.0.0', TRUST_PROXY: '1' }
    expect(embeddedProblems(environment)).toHaveLength(3)
  })
})

describe('a connection', () => {
  it.each(['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])(
    'is of this machine where it comes from %s',
    (address) => {
      expect(isLoopbackAddress(address)).toBe(true)
      expect(isOnThisMachine({ address, httpVersion: '1.1', headers: { host: 'localhost:3000' } })).toBe(true)
    },
  )

  it.each(['10.0.0.1', '::ffff:10.0.0.1', 'fe80::1', '127.0.0.1.example', '', undefined])(
    'is not of this machine where it comes from %s',
    (address) => {
      expect(isOnThisMachine({ address, httpVersion: '1.1', headers: {} })).toBe(false)
    },
  )

  it.each([
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-forwarded-anything',
    'forwarded',
    'via',
    'x-real-ip',
    'x-client-ip',
    'true-client-ip',
    'cf-connecting-ip',
  ])('is not of this machine where a proxy on this machine forwards it with %s', (name) => {
    const connection = { address: '127.0.0.1', httpVersion: '1.1' }
    expect(isOnThisMachine({ ...connection, headers: { [name]: '127.0.0.1' } })).toBe(false)
    expect(isOnThisMachine({ ...connection, headers: { [name]: '' } })).toBe(false)
  })

  it('is not of this machine where it is HTTP/1.0, which no browser speaks and nginx forwards in without adding a header', () => {
    expect(isOnThisMachine({ address: '127.0.0.1', httpVersion: '1.0', headers: {} })).toBe(false)
  })
})
