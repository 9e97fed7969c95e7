import { devOutbox } from '@knockwire/db/schema/outbox'
import { createTestDatabase, type TestDatabase } from '@knockwire/db/testing/test-database'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startProvider } from '@knockwire/services/testing/provider'
import { startSmtpPeer } from '../testing/peers/smtp-peer.ts'
import { createMailer } from './create-mailer.ts'
import { type MailSettings, MailRejected, oneLine } from '@knockwire/services/mail/mail'

let database: TestDatabase
beforeAll(async () => void (database = await createTestDatabase()))
afterAll(() => database.close())

const nowMs = Date.parse('2026-11-22T04:31:20Z')
const create = async (settings: MailSettings) => {
  const mailer = await createMailer(settings, { db: database.db, timeoutMs: 5_000, now: () => nowMs })
  onTestFinished(() => mailer.close())
  return mailer
}
const from = 'no-reply@knockwire.example'
const mail = { to: 'ada@example.com', subject: 'Down', text: 'It is down.' }

describe('mail goes', () => {
  it('to the SMTP server that is set', async () => {
    const peer = await startSmtpPeer()
    onTestFinished(peer.close)
    await (await create({ kind: 'smtp', url: peer.url, from })).send(mail)
    expect(peer.mails).toMatchObject([{ from, to: ['ada@example.com'] }])
  })

  it('to Amazon’s service in the region that is set', async () => {
    const provider = await startProvider()
    onTestFinished(provider.close)
    vi.stubEnv('AWS_ENDPOINT_URL_SESV2', provider.origin)
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'test')
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test')
    onTestFinished(() => void vi.unstubAllEnvs())
    provider.answer({ body: '{"MessageId":"id-1"}' })
    expect(await (await create({ kind: 'ses', region: 'eu-west-3', from })).send(mail)).toBe('id-1')
    expect(JSON.parse(provider.calls[0]?.body ?? '')).toMatchObject({ FromEmailAddress: from })
    expect(provider.calls[0]?.headers.authorization).toContain('/eu-west-3/')
  })

  it('to the outbox of embedded mode, with its parts and in one line where a header is', async () => {
    const mailer = await create({ kind: 'outbox' })
    const ids = [
      await mailer.send({ ...mail, to: ' ada@example.com\n', subject: 'A\r\nB', html: '<p>' }),
      await mailer.send(mail),
    ]
    const rows = await database.db.select().from(devOutbox).orderBy(devOutbox.id)
    const common = { channel: 'EMAIL', to: 'ada@example.com', body: 'It is down.', createdAt: new Date(nowMs) }
    expect(rows).toEqual([
      { ...common, id: ids[0], subject: 'A B', html: '<p>' },
      { ...common, id: ids[1], subject: 'Down', html: null },
    ])
  })

  it('whatever was quoted in it: control characters and halves of characters are shown as U+FFFD', async () => {
    const mailer = await create({ kind: 'outbox' })
    const quoted = 'a\0b\u0007\u001b[31m\ud800c\u0085\td\ne'
    const id = await mailer.send({ ...mail, subject: 'x\0\u0008y\udc00', text: quoted, html: `<p>${quoted}</p>` })
    const shown = 'a\ufffdb\ufffd\ufffd[31m\ufffdc\ufffd\td\ne'
    expect(
      await database.db
        .select()
        .from(devOutbox)
        .where(eq(devOutbox.id, id ?? '')),
    ).toMatchObject([{ subject: 'x\ufffd\ufffdy\ufffd', body: shown, html: `<p>${shown}</p>` }])
    const peer = await startSmtpPeer()
    onTestFinished(peer.close)
    await (await create({ kind: 'smtp', url: peer.url, from })).send({ ...mail, text: quoted })
    expect(peer.mails).toHaveLength(1)
  })

  it('nowhere where nothing is set, for good', async () => {
    const sending = (await create({ kind: 'none' })).send(mail)
    await expect(sending).rejects.toThrow(MailRejected)
    await expect(sending).rejects.toMatchObject({
      name: 'MailRejected',
      message: 'Email is not configured on this server.',
    })
  })
})

it.each([
  ['a', 'a'],
  [' a\r\n\r\nb ', 'a b'],
  ['a\u2028b\u2029c\0d', 'a b c d'],
])('a header takes one line: %j', (text, expected) => expect(oneLine(text)).toBe(expected))
