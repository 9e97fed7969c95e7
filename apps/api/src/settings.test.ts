import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serverPolicy } from '@knockwire/outbound/server-policy'
import { createUriCheck } from '@knockwire/outbound/url-rules'
import { describe, expect, it } from 'vitest'
import { createProxyTrust } from './access/client/trusted-proxies.ts'
import { BadSettings } from '@knockwire/services/settings/bad-settings'
import { readSettings } from './settings.ts'

const least = { DATABASE_URL: 'postgres://user@db/knockwire', ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64') }
const complaint = (environment: Record<string, string | undefined>) => {
  try {
    readSettings(environment)
  } catch (error) {
    if (error instanceof BadSettings) return error.message
    throw error
  }
  return 'none'
}

describe('settings', () => {
  it('shut the database, on each of its spellings, and the port of health and metrics, whatever is open', () => {
    const open = { OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8,::1,10.0.0.0/8' }
    const accepts = (database: string, uri: string) =>
      createUriCheck(serverPolicy(readSettings({ ...least, ...open, DATABASE_URL: database })))(uri).ok
    expect(accepts('postgres://user@[::1]:54321/knockwire', 'http://[::1]:54321/')).toBe(false)
    expect(accepts('postgres://user@db.internal:54321/knockwire', 'http://db.internal:8008/')).toBe(false)
    expect(accepts('postgres://user@db.internal/knockwire', 'http://127.0.0.1:3002/metrics')).toBe(false)
    expect(accepts('postgres://user@db.internal/knockwire', 'http://127.0.0.1:8080/')).toBe(true)
  })

  it('are read from files that NAME_FILE variables name, unless they are set themselves', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'knockwire-settings-'))
    const file = join(folder, 'database-url')
    await writeFile(file, 'postgres://file@db/knockwire\n')
    const { ENCRYPTION_KEY } = least
    expect(readSettings({ ENCRYPTION_KEY, DATABASE_URL_FILE: file }).databaseUrl).toBe('postgres://file@db/knockwire')
    expect(readSettings({ ...least, DATABASE_URL_FILE: file }).databaseUrl).toBe(least.DATABASE_URL)
    expect(complaint({ ENCRYPTION_KEY, DATABASE_URL_FILE: `${file}.gone` })).toMatch(
      /^DATABASE_URL_FILE cannot be read/,
    )
    await rm(folder, { recursive: true })
  })

  it('need a database and a key; everything else has a default', () => {
    expect(readSettings(least)).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicOrigin: 'http://localhost:3000',
      receiverOrigin: 'http://127.0.0.1:3001',
      trustProxy: false,
      outboundAllowCidrs: [],
      signUpsPerHour: 20,
      codesPerHour: 20,
      isEmbedded: false,
      demo: null,
    })
  })

  it('name what is missing', () => {
    expect(complaint({})).toBe('DATABASE_URL is not set. ENCRYPTION_KEY is not set.')
    expect(complaint({ ...least, DATABASE_URL: '' })).toBe('DATABASE_URL is not set.')
  })

  it.each([
    ['DATABASE_URL', 'mysql://db'],
    ['ENCRYPTION_KEY', 'short'],
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['PUBLIC_ORIGIN', 'knockwire.example'],
    ['PUBLIC_ORIGIN', 'ftp://knockwire.example'],
    ['LOG_LEVEL', 'loud'],
    ['KNOCKWIRE_EMBEDDED', 'perhaps'],
    ['DATABASE_POOL_SIZE', '0'],
    ['SIGN_UPS_PER_HOUR', '10000000000'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '-1'],
    ['TRUST_PROXY', '10.0.0'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/0'],
    ['TRUST_PROXY', '10.0.0.0/255.0.0.0'],
    ['TRUST_PROXY', 'fd00::/129'],
    ['TRUST_PROXY', '10.0.0.1, proxy.internal'],
    ['TRUST_PROXY', '10.0.0.1,'],
    ['TRUST_PROXY', 'toString'],
  ])('name %s where it is %s', (name, value) => {
    expect(complaint({ ...least, [name]: value })).toMatch(new RegExp(`^${name} (is not usable|must be)`))
  })

  it.each(['WEB_ROOT', 'SITE_ROOT'])('name %s where it has no pages', (name) => {
    expect(complaint({ ...least, [name]: '/nope' })).toBe(`${name} is not usable: there is no index.html in /nope.`)
  })

  it('never repeat a secret in a complaint', () => {
    expect(complaint({ ...least, DATABASE_URL: 'mysql://user:hunter2@db', ENCRYPTION_KEY: 'topsecret' })).not.toMatch(
      /hunter2|topsecret/,
    )
  })

  it.each([
    ['the same origin', { PUBLIC_ORIGIN: 'https://knockwire.example', RECEIVER_ORIGIN: 'https://knockwire.example/' }],
    ['another port', { PUBLIC_ORIGIN: 'https://knockwire.example', RECEIVER_ORIGIN: 'https://KNOCKWIRE.example:8443' }],
    ['another scheme', { PUBLIC_ORIGIN: 'https://knockwire.example', RECEIVER_ORIGIN: 'http://knockwire.example' }],
    ['the standard’s', { PUBLIC_ORIGIN: 'http://127.0.0.1:3000' }],
    ['another spelling', { PUBLIC_ORIGIN: 'http://0x7f.1:3000' }],
  ])('keep receivers off the dashboard’s host, whose cookie would reach them: %s', (_name, same) => {
    expect(complaint({ ...least, ...same })).toContain('RECEIVER_ORIGIN must have another host name than PUBLIC_ORIGIN')
  })

  it('take receivers at their own host', () => {
    const apart = { PUBLIC_ORIGIN: 'https://knockwire.example', RECEIVER_ORIGIN: 'https://in.knockwire.example' }
    expect(readSettings({ ...least, ...apart })).toMatchObject({ receiverOrigin: 'https://in.knockwire.example' })
  })

  it('keep embedded mode to this machine, and open loopback to its tasks', () => {
    const embedded = readSettings({ ...least, KNOCKWIRE_EMBEDDED: '1' })
    expect(embedded).toMatchObject({ host: '127.0.0.1', outboundAllowCidrs: ['127.0.0.0/8', '::1'] })
  })

  it('know of a demonstration account in embedded mode only', () => {
    const demo = { KNOCKWIRE_DEMO_EMAIL: 'Demo@knockwire.example', KNOCKWIRE_DEMO_PASSWORD: 'readable words' }
    expect(readSettings({ ...least, ...demo }).demo).toBeNull()
    expect(readSettings({ ...least, ...demo, KNOCKWIRE_EMBEDDED: '1' }).demo).toEqual({
      email: 'demo@knockwire.example',
      password: 'readable words',
    })
  })

  it.each([
    ['1', 1],
    ['10.0.0.0/8, 192.0.2.1', ['10.0.0.0/8', '192.0.2.1']],
    ['loopback,uniquelocal, fd00::/8,::1', ['loopback', 'uniquelocal', 'fd00::/8', '::1']],
  ])('trust the proxies %s', (text, trusted) => {
    const { trustProxy } = readSettings({ ...least, TRUST_PROXY: text })
    expect(trustProxy).toEqual(trusted)
    expect(createProxyTrust(trustProxy)).toBeTypeOf('function')
  })
})
