import { verifiedEmails } from '@knockwire/db/schema/accounts'
import { insertTestTask } from '@knockwire/db/testing/insert-task'
import { createTestDatabase, type TestDatabase } from '@knockwire/db/testing/test-database'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SettingScope } from '../channel.ts'
import { testSecrets } from '../testing/message.ts'
import { email } from './email.ts'

let database: TestDatabase
beforeAll(async () => void (database = await createTestDatabase()))
afterAll(() => database.close())

const read = (accountId: string, address: string) =>
  database.db.transaction((tx) => {
    const scope: SettingScope = { tx, accountId, secrets: testSecrets, checkUri: () => ({ ok: true }), stored: null }
    return email.readSetting(scope, { address, subject: ' Down ', template: ' It is down. ' })
  })

const unverified = { emailAddress: 'This address is not verified. Verify it first.' }

describe('the setting of an email notification', () => {
  it('is accepted with an address that the account has confirmed and wants mail at, however it is typed', async () => {
    const [{ accountId }, { accountId: other }] = [await insertTestTask(database.db), await insertTestTask(database.db)]
    const verifiedAt = new Date()
    await database.db.insert(verifiedEmails).values([
      { accountId, address: 'ada@example.com', verifiedAt },
      { accountId, address: 'gone@example.com', verifiedAt, unsubscribedAt: verifiedAt },
    ])
    expect(await read(accountId, ' Ada@Example.com ')).toEqual({
      setting: { type: 'EMAIL', email: { address: 'ada@example.com', subject: 'Down', template: ' It is down. ' } },
      errors: {},
    })
    expect((await read(accountId, 'gone@example.com')).errors).toEqual(unverified)
    expect((await read(accountId, 'bob@example.com')).errors).toEqual(unverified)
    expect((await read(other, 'ada@example.com')).errors).toEqual(unverified)
  })

  it('needs an address', async () => {
    const { accountId } = await insertTestTask(database.db)
    expect((await read(accountId, '  ')).errors).toEqual({ emailAddress: 'Choose an email address.' })
  })

  it('is shown as it is, by its address', () => {
    const setting = { type: 'EMAIL', email: { address: 'ada@example.com', subject: 'S', template: 'T' } } as const
    expect(email.viewSetting(setting, { secrets: testSecrets, slackChannel: null })).toBe(setting.email)
    expect(email.recipientOf(setting, null)).toBe('ada@example.com')
  })
})

it.each([
  [false, false, 'ada@example.com is not a verified address of this account.'],
  [true, true, 'The owner of ada@example.com unsubscribed from the emails of this account.'],
  [true, false, null],
])(
  'an address that is verified (%s) and unsubscribed (%s) is not written to because: %s',
  (isVerified, isUnsubscribed, reason) => {
    const setting = { type: 'EMAIL', email: { address: 'ada@example.com', subject: '', template: '' } } as const
    const recipient = { address: { isVerified, isUnsubscribed }, slackChannel: null, isSlackRevoked: false }
    expect(email.rejectionOf?.(setting, recipient)).toBe(reason)
  },
)
