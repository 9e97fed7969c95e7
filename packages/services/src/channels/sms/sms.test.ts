import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Provider, startProvider } from '../../testing/provider.ts'
import type { Message, OutboxMessage, SettingOf, SettingScope } from '../channel.ts'
import { dependenciesOf, messageOf, testSecrets, unfilled } from '../testing/message.ts'
import { sms } from './sms.ts'

const phone = '+16045550199'
const messageWith = (template: string, changes: Partial<Message<SettingOf<'SMS'>>> = {}, phoneNumber = phone) =>
  messageOf<SettingOf<'SMS'>>({ type: 'SMS', sms: { countryCode: '+1', phoneNumber, template } }, changes)

const outbox: OutboxMessage[] = []
beforeEach(() => void outbox.splice(0))
const settings = { sms: { kind: 'outbox' }, slackApiUrl: '', providerTimeoutMs: 5_000 } as const
const writeToOutbox = async (message: OutboxMessage) => `outbox-${outbox.push(message)}`
const send = (message: Message<SettingOf<'SMS'>>, needed = {}) =>
  sms.openSender(dependenciesOf({ settings, writeToOutbox, ...needed }))(message)

describe('a text message', () => {
  it('is put into the outbox of embedded mode, and is known by its id there', async () => {
    expect(await send(messageWith('Down'))).toEqual({ kind: 'delivered', providerMessageId: 'outbox-1' })
    expect(outbox).toEqual([{ channel: 'SMS', to: phone, body: 'Down' }])
  })

  it.each([
    [' Down\r\nnow\rhere\n', 'Down\nnow\nhere'],
    ['a\tb\u0000\u001b[31mc\u0085', 'a\tb[31mc'],
    ['a\ud83d b\ude00', 'a\ufffd b\ufffd'],
    ['x'.repeat(1600), 'x'.repeat(1600)],
    ['x'.repeat(1601), `${'x'.repeat(1597)}...`],
    [`${'x'.repeat(1596)}😀xxx`, `${'x'.repeat(1596)}...`],
    [`${'x'.repeat(1590)}👩‍👩‍👧xxx`, `${'x'.repeat(1590)}...`],
  ])(
    'has no control characters but breaks, and 1,600 characters at most, none of them half (%#)',
    async (text, body) => {
      await send(messageWith(text))
      expect(outbox[0]?.body).toBe(body)
    },
  )

  it('that is a test says so', async () => {
    await send(messageWith('Down', { occasion: 'TEST' }))
    expect(outbox[0]?.body).toBe('[Test] Down')
  })

  it.each(['+1604555019', '+160455501990', '+26045550199', '16045550199', '+1604555019x', 'x+16045550199'])(
    'is not sent to %s',
    async (number) => {
      expect(await send(messageWith('Down', {}, number))).toEqual({
        kind: 'failed',
        reason: 'Text messages can be sent to US and Canadian numbers only.',
      })
      expect(outbox).toEqual([])
    },
  )

  it('that is empty, or whose template fails, is not sent', async () => {
    const empty = { kind: 'failed', reason: 'The text message is empty.' }
    expect(await send(messageWith(' \u0007 '))).toEqual(empty)
    expect(await send(messageWith(' ', { occasion: 'TEST' }))).toEqual(empty)
    expect(await send(messageWith('Down'), unfilled)).toEqual({ kind: 'failed', reason: 'The template fails.' })
    expect(outbox).toEqual([])
  })

  it('is not sent by a server that is not set up for it', async () => {
    expect(await send(messageWith('Down'), { settings: { ...settings, sms: { kind: 'none' } } })).toEqual({
      kind: 'failed',
      reason: 'SMS is not configured on this server.',
    })
  })
})

describe('a text message through Twilio', () => {
  let provider: Provider
  beforeAll(async () => void (provider = await startProvider()))
  afterAll(() => provider.close())

  it('has its status reported to the dashboard’s origin', async () => {
    provider.answer({ status: 201, body: '{"sid":"SM1"}' })
    const twilio = {
      kind: 'twilio',
      accountSid: 'AC1',
      authToken: 'x',
      from: '+1',
      apiOrigin: provider.origin,
    } as const
    const sent = await send(messageWith('Down'), { settings: { ...settings, sms: twilio } })
    expect(sent).toEqual({ kind: 'delivered', providerMessageId: 'SM1' })
    expect(new URLSearchParams(provider.calls[0]?.body).get('StatusCallback')).toBe(
      'https://knockwire.example:8443/api/v1/twilio/status?deliveryId=delivery-1',
    )
  })
})

describe('the setting of a text message', () => {
  const scope = { secrets: testSecrets, stored: null } as unknown as SettingScope

  it.each([
    [' (604) 555-0199 ', phone, {}],
    ['', '', { smsPhoneNumber: 'Enter a phone number.' }],
    ['  ', '  ', { smsPhoneNumber: 'Enter a phone number.' }],
    ['+442071838750', '+442071838750', { smsPhoneNumber: 'Enter a US or Canadian phone number with ten digits.' }],
  ])('keeps the number "%s" in one form, where it is one', async (typed, phoneNumber, errors) => {
    const read = await sms.readSetting(scope, { countryCode: '+1', phoneNumber: typed, template: 'Down' })
    expect(read).toEqual({
      setting: { type: 'SMS', sms: { countryCode: '+1', phoneNumber, template: 'Down' } },
      errors,
    })
  })

  it('is shown as it is, by its number', () => {
    const setting = { type: 'SMS', sms: { countryCode: '+1', phoneNumber: phone, template: 'Down' } } as const
    expect(sms.viewSetting(setting, { secrets: testSecrets, slackChannel: null })).toBe(setting.sms)
    expect(sms.recipientOf(setting, null)).toBe(phone)
  })
})
