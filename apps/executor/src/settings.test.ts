import { serverPolicy } from '@knockwire/outbound/server-policy'
import { createUriCheck } from '@knockwire/outbound/url-rules'
import { describe, expect, it } from 'vitest'
import { readSettings } from './settings.ts'

const least = {
  DATABASE_URL: 'postgres://knockwire:secret@127.0.0.1:5555/knockwire',
  ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
}

describe('settings', () => {
  it('needs a database and a key, and says which is missing', () => {
    expect(() => readSettings({})).toThrow('DATABASE_URL is not set. ENCRYPTION_KEY is not set.')
    expect(() => readSettings({ ...least, ENCRYPTION_KEY: 'short' })).toThrow('ENCRYPTION_KEY must be 32 bytes')
    expect(() => readSettings({ ...least, EXECUTOR_CONCURRENCY: 'many' })).toThrow('EXECUTOR_CONCURRENCY is not usable')
  })

  it('takes an empty variable for one that is not set', () => {
    expect(readSettings({ ...least, EXECUTOR_PORT: '', SMTP_URL: '' })).toMatchObject({
      port: 3002,
      mail: { kind: 'none' },
    })
  })

  it('reads the witnesses with commas between, and rejects what is no URL', () => {
    expect(readSettings(least).witnessUrls).toEqual([])
    const urls = ['https://one.example/', 'http://two.example:8080/ok']
    expect(readSettings({ ...least, WITNESS_URLS: urls.join(', ') }).witnessUrls).toEqual(urls)
    expect(() => readSettings({ ...least, WITNESS_URLS: 'https://one.example/,two.example' })).toThrow(
      'WITNESS_URLS is not usable: two.example is no http or https URL',
    )
  })

  it('fetches no mortgage rates where they are off, whatever sources are named', () => {
    expect(readSettings(least)).toMatchObject({ hasRates: true })
    const off = readSettings({ ...least, RATES: 'off', RATE_SOURCES: 'default,/etc/knockwire/bank.json' })
    expect(off).toMatchObject({ hasRates: false, rateSourceFiles: [] })
    expect(() => readSettings({ ...least, RATES: 'no' })).toThrow(/^RATES is not usable: .*"on".*"off"/)
  })

  it('opens loopback to tasks in embedded mode only, and the port of health and metrics never', () => {
    expect(readSettings(least).outboundAllowCidrs).toEqual([])
    const embedded = readSettings({ ...least, KNOCKWIRE_EMBEDDED: '1', OUTBOUND_ALLOW_CIDRS: '10.1.0.0/16, fd00::/8' })
    expect(embedded.outboundAllowCidrs).toEqual(['127.0.0.0/8', '::1', '10.1.0.0/16', 'fd00::/8'])
    const check = createUriCheck(serverPolicy(embedded))
    const uris = ['http://127.0.0.1:5555/', 'http://[::1]:3002/metrics', 'http://127.0.0.1:8080/']
    expect(uris.map((uri) => check(uri).ok)).toEqual([false, false, true])
  })

  it.each([
    ['MAIL_FROM', 'not an address'],
    ['AWS_REGION', 'mars'],
    ['RATE_SOURCES', 'default,none'],
    ['DATABASE_TIMEOUT_SECONDS', 'x'],
  ])('names %s where it is %s', (name, value) => {
    expect(() => readSettings({ ...least, [name]: value })).toThrow(new RegExp(`^${name} is not usable: .*\\.$`))
  })

  it('binds loopback unless it is set otherwise', () => {
    expect(readSettings(least).host).toBe('127.0.0.1')
    expect(readSettings({ ...least, HOST: '0.0.0.0' }).host).toBe('0.0.0.0')
    expect(readSettings({ ...least, KNOCKWIRE_EMBEDDED: '1' }).host).toBe('127.0.0.1')
  })

  it('sends mail by SMTP, by SES, to the outbox, or not at all', () => {
    const from = { MAIL_FROM: 'no-reply@example.com' }
    expect(readSettings({ ...least, ...from, SMTP_URL: 'smtp://mail.example.com' }).mail).toMatchObject({
      kind: 'smtp',
    })
    expect(readSettings({ ...least, ...from, AWS_REGION: 'eu-central-1' }).mail).toMatchObject({ kind: 'ses' })
    expect(readSettings({ ...least, KNOCKWIRE_EMBEDDED: '1' }).mail).toEqual({ kind: 'outbox' })
    expect(readSettings(least).mail).toEqual({ kind: 'none' })
    expect(() => readSettings({ ...least, SMTP_URL: 'smtp://mail.example.com' })).toThrow('MAIL_FROM')
  })
})
