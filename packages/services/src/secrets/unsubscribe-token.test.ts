import { describe, expect, it } from 'vitest'
import { type Keyring, parseKeyring } from './secrets.ts'
import { createUnsubscribeTokens } from './unsubscribe-token.ts'
import { uuidv7 } from '@knockwire/db/uuidv7'

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')
const keyring = (text: string): Keyring => parseKeyring(text)
const tokens = createUnsubscribeTokens(keyring(`new:${key(1)}`))
const subscriber = { accountId: uuidv7(), address: 'ann+news@example.com' }

describe('the token of an unsubscribe link', () => {
  it('says whose address it is', () => {
    expect(tokens.read(tokens.issue(subscriber))).toEqual(subscriber)
  })

  it('can stand in a path and a mail header as it is', () => {
    expect(tokens.issue(subscriber)).toMatch(/^[\w.-]+$/)
  })

  it('is read years later, and for what it was issued alone', () => {
    const accountId = '01890000-0000-7000-8000-000000000001'
    const known = { accountId, address: 'ann@example.com' }
    const issued = {
      notifications:
        'new.WyIwMTg5MDAwMC0wMDAwLTcwMDAtODAwMC0wMDAwMDAwMDAwMDEiLCJhbm5AZXhhbXBsZS5jb20iXQ.HLZZ3_p1Dbu2DlQkRJi3sRv46E5mwv5yLzuVXl7rk1E',
      rates:
        'new.WyIwMTg5MDAwMC0wMDAwLTcwMDAtODAwMC0wMDAwMDAwMDAwMDEiLCJhbm5AZXhhbXBsZS5jb20iXQ.zbDtISBupUun54UWr7vD-rzSZFQxd4ebWKN8bkqjIkc',
    }
    const rates = createUnsubscribeTokens(keyring(`new:${key(1)}`), 'rates')
    expect([tokens.read(issued.notifications), rates.read(issued.rates)]).toEqual([known, known])
    expect([tokens.read(issued.rates), rates.read(issued.notifications)]).toEqual([null, null])
  })

  it('is read after the key was rotated, while the old one is kept', () => {
    const old = createUnsubscribeTokens(keyring(`old:${key(2)}`)).issue(subscriber)
    expect(createUnsubscribeTokens(keyring(`new:${key(1)},old:${key(2)}`)).read(old)).toEqual(subscriber)
    expect(tokens.read(old)).toBeNull()
  })

  it('is worth nothing with another key of the same id', () => {
    expect(createUnsubscribeTokens(keyring(`new:${key(3)}`)).read(tokens.issue(subscriber))).toBeNull()
  })

  it('is worth nothing with another address in it', () => {
    const [keyId, , signature] = tokens.issue(subscriber).split('.')
    const text = Buffer.from(JSON.stringify([subscriber.accountId, 'bob@example.com'])).toString('base64url')
    expect(tokens.read(`${keyId}.${text}.${signature}`)).toBeNull()
  })

  it.each(['', '.', '..', 'new', 'new..', '__proto__.e30.AA', 'x'.repeat(10_000)])('is not %j', (token) => {
    expect(tokens.read(token)).toBeNull()
  })

  it('is not what stands before or after it', () => {
    const token = tokens.issue(subscriber)
    expect(tokens.read(`${token}.x`)).toBeNull()
    expect(tokens.read(token.slice(0, -4))).toBeNull()
  })
})
