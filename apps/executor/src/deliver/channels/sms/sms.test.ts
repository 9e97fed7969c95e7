import { devOutbox } from '@knockwire/db/schema/outbox'
import { plans } from '@knockwire/domain/plans/plans'
import { readUsage } from '@knockwire/services/usage/usage'
import { defaultTaskTemplates } from '@knockwire/domain/channels/templates'
import { eq } from 'drizzle-orm'
import { createEmulator } from 'emulate'
import twilio from 'twilio'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { SmsSettings } from '@knockwire/services/settings/provider-settings'
import type { Settings } from '../../../settings.ts'
import { startAnsweringServer } from '../../../testing/peers/raw-target.ts'
import { seedAccount, textTo } from '../../../testing/rows/seed.ts'
import { seedDelivery, type DeliverySeed, untilDone } from '../../../testing/rows/seed-delivery.ts'
import { startTarget, type Target } from '../../../testing/peers/target.ts'
import { startTestDeliveries, useTestDatabase } from '../../../testing/test-executor.ts'
const accountSid = `AC${'0'.repeat(32)}`
const authToken = 'twilio-auth-token'
const from = '+15005550006'
const phone = '+16045550199'

/** DeliveryWorkers on their own database, which send texts as the settings say. */
const startTexting = async (sms: SmsSettings, others: Partial<Settings> = {}) => {
  const { db, url, stopAfter } = await useTestDatabase()
  let workers: Awaited<ReturnType<typeof startTestDeliveries>> | undefined
  beforeAll(async () => {
    workers = await startTestDeliveries(url, { settings: { sms, ...others } })
    stopAfter(workers.stop)
  })
  return async (template: string, seed: Partial<DeliverySeed> = {}) => {
    const { id: accountId } = await seedAccount(db)
    if (!workers) throw new Error('The workers have not been started.')
    const id = await seedDelivery(workers, { accountId, setting: textTo(phone, template), ...seed })
    const delivery = await untilDone(db, id)
    const used = await readUsage(db, { kind: 'sms', accountId, limits: plans.SUPER, nowMs: Date.now() })
    return { db, delivery, used }
  }
}

describe('a text through Twilio', async () => {
  const emulator = await createEmulator({
    service: 'twilio',
    port: 0,
    hostname: '127.0.0.1',
    seed: { twilio: { account: { sid: accountSid, auth_token: authToken }, phone_numbers: [{ phone_number: from }] } },
  })
  const target: Target = await startTarget()
  const settings = { kind: 'twilio', accountSid, authToken, from, apiOrigin: emulator.url } as const
  const deliver = await startTexting(settings, { publicOrigin: target.origin })
  beforeAll(() => async () => {
    await target.close()
    await emulator.close()
  })
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  const stored = async (sid: string | null) => {
    const answer = await fetch(`${emulator.url}/2010-04-01/Accounts/${accountSid}/Messages/${sid}.json`, {
      headers: { authorization },
    })
    return (await answer.json()) as { to: string; from: string; body: string }
  }

  it('arrives, and is known by Twilio’s own id', async () => {
    const { delivery, used } = await deliver(defaultTaskTemplates.smsTemplate)
    expect(delivery).toMatchObject({
      status: 'DELIVERED',
      attempts: 1,
      providerMessageId: expect.stringMatching(/^SM/),
    })
    expect(await stored(delivery.providerMessageId)).toMatchObject({
      to: phone,
      from,
      body: expect.stringMatching(/^\[Down\] Shop front: 500 http/),
    })
    expect(used).toBe(1)
  })

  it('asks Twilio to report its status, in calls that can be trusted', async () => {
    const { delivery } = await deliver('Hello')
    const fields = new URLSearchParams({ MessageSid: delivery.providerMessageId ?? '', MessageStatus: 'delivered' })
    fields.set('Status', 'delivered')
    await fetch(`${emulator.url}/_twilio/simulate/message-status`, {
      method: 'POST',
      headers: { authorization },
      body: fields,
    })
    const path = `/api/v1/twilio/status?deliveryId=${delivery.id}`
    await expect.poll(() => target.callsOf(path).length).toBeGreaterThan(0)
    const call = target.callsOf(path).at(-1)
    const signature = String(call?.headers['x-twilio-signature'])
    const seed = Object.fromEntries(new URLSearchParams(call?.body))
    expect(seed['MessageSid']).toBe(delivery.providerMessageId)
    expect(twilio.validateRequest(authToken, signature, `${target.origin}${path}`, seed)).toBe(true)
  })

  it('is cut where it would be rejected, between characters', async () => {
    const { delivery } = await deliver(`${'x'.repeat(1598)}😀😀`)
    const { body } = await stored(delivery.providerMessageId)
    expect(body).toHaveLength(1600)
    expect(body.endsWith('...')).toBe(true)
    expect(body.isWellFormed()).toBe(true)
  })

  it('has no control characters, whatever its values are', async () => {
    const seed = { taskName: 'A\u{0}\u{1b}[31mB\r\nC', value: '\u{7}' }
    // The database keeps no NUL, so a task's name has none.
    const { delivery } = await deliver('{{ task.name }}{{ condition.value }}', {
      ...seed,
      taskName: seed.taskName.replace('\u{0}', ''),
    })
    expect((await stored(delivery.providerMessageId)).body).toBe('A[31mB\nC')
  })

  it.each([
    ['+442071838750', 'Text messages can be sent to US and Canadian numbers only.'],
    ['+1604', 'Text messages can be sent to US and Canadian numbers only.'],
  ])('[TN-48] to %s is not sent, and not counted', async (number, error) => {
    const { delivery, used } = await deliver('', { setting: textTo(number, 'Hi') })
    expect(delivery).toMatchObject({ status: 'FAILED', attempts: 1, error })
    expect(used).toBe(0)
  })
})

describe('a number that is not the account’s', async () => {
  const emulator = await createEmulator({
    service: 'twilio',
    port: 0,
    hostname: '127.0.0.1',
    seed: { twilio: { account: { sid: accountSid, auth_token: authToken }, phone_numbers: [{ phone_number: from }] } },
  })
  beforeAll(() => () => emulator.close())
  const settings = { kind: 'twilio', accountSid, apiOrigin: emulator.url } as const
  const deliver = await startTexting({ ...settings, authToken, from: '+15005550001' })
  const deliverAsStranger = await startTexting({ ...settings, authToken: 'wrong', from })

  it('is rejected permanently, with Twilio’s message', async () => {
    const { delivery, used } = await deliver('Hi')
    expect(delivery).toMatchObject({ status: 'FAILED', attempts: 1 })
    expect(delivery.error).toMatch(/^Twilio responded with 400: From phone number is not owned/)
    expect(used).toBe(0)
  })

  it('so are wrong credentials', async () => {
    const { delivery } = await deliverAsStranger('Hi')
    expect(delivery).toMatchObject({ status: 'FAILED', attempts: 1, error: 'Twilio responded with 401: Authenticate' })
  })
})

describe('a failing Twilio', async () => {
  const server = await startAnsweringServer()
  beforeAll(() => server.close)
  const settings = { kind: 'twilio', accountSid, authToken, from, apiOrigin: server.origin } as const
  const deliver = await startTexting(settings)
  const deliverImpatiently = await startTexting(settings, { providerTimeoutMs: 300 })
  afterEach(() => void server.calls.splice(0))

  const unknown = 'Twilio could not be reached, or its response was invalid.'

  it.each<[string, counted: number, Parameters<typeof server.answer>[0], error: string]>([
    ['429', 0, { status: 429, body: '{"code":20429,"message":"Too Many Requests"}' }, 'Twilio responded with 429.'],
    ['500', 1, { status: 500, body: '<html>oops</html>' }, 'Twilio responded with 500.'],
    ['503', 1, { status: 503, body: '{"message":"Down"}' }, 'Twilio responded with 503: Down'],
    ['garbage', 1, { status: 201, body: 'garbage' }, unknown],
  ])('that answers %s is called five times, and the SMS counted %i times', async (_what, counted, answer, error) => {
    server.answer(answer)
    const { delivery, used } = await deliver('Hi')
    expect(delivery).toMatchObject({ status: 'FAILED', attempts: 5, error })
    expect(server.calls).toHaveLength(5)
    expect(used).toBe(counted)
  })

  it('that says nothing is called five times, and the SMS counted once', async () => {
    server.answer('silence')
    const { delivery, used } = await deliverImpatiently('Hi')
    expect(delivery).toMatchObject({ status: 'FAILED', attempts: 5, error: unknown })
    expect(used).toBe(1)
  })

  it('gets the same text each time, and at last', async () => {
    server.answer({ status: 201, body: '{"sid":"SM1"}' }, [{ status: 503 }, { status: 500 }])
    const { delivery } = await deliver('Hi')
    expect(delivery).toMatchObject({ status: 'DELIVERED', error: null, providerMessageId: 'SM1' })
    expect(server.calls).toHaveLength(3)
    expect(new Set(server.calls.map(({ body }) => body)).size).toBe(1)
  })
})

describe('without Twilio', async () => {
  const deliverToOutbox = await startTexting({ kind: 'outbox' })
  const deliverNowhere = await startTexting({ kind: 'none' })

  it('embedded mode puts texts into the outbox', async () => {
    const { db, delivery } = await deliverToOutbox('Hello {{ task.name }}')
    expect(delivery.status).toBe('DELIVERED')
    const [item] = await db.select().from(devOutbox).where(eq(devOutbox.to, phone))
    expect(item).toMatchObject({ channel: 'SMS', subject: null, body: 'Hello Shop front' })
  })

  it('elsewhere the delivery says that there is none', async () => {
    const { delivery, used } = await deliverNowhere('Hello')
    expect(delivery).toMatchObject({ status: 'FAILED', attempts: 1, error: 'SMS is not configured on this server.' })
    expect(used).toBe(0)
  })
})
