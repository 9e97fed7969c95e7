import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Keyring } from './secrets.ts'

/** An address that may be taken off an account's list, by anyone who holds the mail. */
const Subscription = z.tuple([z.uuid(), z.string()])

export interface Subscriber {
  accountId: string
  address: string
}

export interface UnsubscribeTokens {
  issue: (subscriber: Subscriber) => string
  /** Null where the token was not issued under one of our keys. */
  read: (token: string) => Subscriber | null
}

/** What a link ends: an account's notifications to an address, or its daily mortgage rates. */
export type UnsubscribePurpose = 'notifications' | 'rates'

const keyInfo: Readonly<Record<UnsubscribePurpose, string>> = {
  notifications: 'unsubscribe',
  rates: 'unsubscribe rates',
}

/** The keys encrypt stored secrets; what is signed here is signed with keys made from them for this alone. */
const signingKey = (key: Buffer, purpose: UnsubscribePurpose): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', keyInfo[purpose], 32))

const sign = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/**
 * Tokens for the unsubscribe links of mails: `{key id}.{who}.{signature}`. They hold as long as their key is in the
 * keyring, since a mail may be read years later. One purpose's token is none of another's.
 */
export const createUnsubscribeTokens = (
  { current, keys }: Keyring,
  purpose: UnsubscribePurpose = 'notifications',
): UnsubscribeTokens => {
  const signingKeys = new Map(Object.entries(keys).map(([id, key]) => [id, signingKey(key, purpose)]))
  const signed = (keyId: string, text: string): Buffer | null => {
    const key = signingKeys.get(keyId)
    return key === undefined ? null : sign(key, `${keyId}.${text}`)
  }
  return {
    issue: ({ accountId, address }) => {
      const text = Buffer.from(JSON.stringify([accountId, address])).toString('base64url')
      const signature = signed(current, text)
      if (signature === null) throw new Error('The keyring has no current key.')
      return `${current}.${text}.${signature.toString('base64url')}`
    },
    read: (token) => {
      const [keyId = '', text = '', signature = '', ...rest] = token.split('.')
      const expected = signed(keyId, text)
      const given = Buffer.from(signature, 'base64url')
      if (rest.length > 0 || expected?.length !== given.length || !timingSafeEqual(expected, given)) return null
      const [accountId, address] = Subscription.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
      return { accountId, address }
    },
  }
}
