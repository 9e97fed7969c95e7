import { describe, expect, it } from 'vitest'
import { SigningSecretView } from './http/signing-secret.ts'
import { channels } from './registry.ts'
import { completeStoredTexts, receiverSettingInputs, settingInputs } from './settings.ts'
import { ReceiverNotificationDefinition } from '../definitions/definition.ts'
import { SaveReceiverNotificationInput, TestReceiverNotificationInput } from '../notifications/notification.ts'
import { channelTypes, receiverChannelTypes } from './channel-types.ts'
import { defaultTextsOf } from './default-texts.ts'
import { defaultTaskTemplates } from './templates.ts'

const address = 'ada@example.com'
const channelId = '0190a2c0-0000-7000-8000-000000000001'

describe('the channels', () => {
  it('are called by these names', () => {
    expect(channelTypes.map((type) => [type, channels[type].label, channels[type].recipientLabel])).toEqual([
      ['EMAIL', 'Email', 'Email address'],
      ['SMS', 'SMS', 'Phone number'],
      ['SLACK', 'Slack', 'Slack channel'],
      ['HTTP', 'HTTP', 'URL'],
    ])
  })

  it('are the same for receivers', () => {
    expect(receiverChannelTypes).toEqual(['EMAIL', 'SMS', 'SLACK', 'HTTP'])
    expect(Object.keys(receiverSettingInputs)).toEqual(['emailSetting', 'smsSetting', 'slackSetting', 'request'])
  })
})

describe('a template that is left out', () => {
  it('is the one that the dialog of a task begins with', () => {
    const { emailSubject, emailTemplate, smsTemplate, messageTemplate } = defaultTaskTemplates
    expect(settingInputs.emailSetting.parse({ address })).toEqual({
      address,
      subject: emailSubject,
      template: emailTemplate,
    })
    expect(settingInputs.smsSetting.parse({ phoneNumber: '2025550123' })).toEqual({
      countryCode: '+1',
      phoneNumber: '2025550123',
      template: smsTemplate,
    })
    expect(settingInputs.slackSetting.parse({ channelId })).toEqual({ channelId, messageTemplate })
  })

  it.each([
    ['EACH_REQUEST', undefined],
    ['EACH_REQUEST', { kind: 'EACH_REQUEST' }],
    ['HEARTBEAT', { kind: 'HEARTBEAT' }],
  ] as const)('is the one that the dialog of a receiver begins with, for %s', (kind, when) => {
    const { emailSubject, emailTemplate } = defaultTextsOf('EMAIL', kind)
    const base = { receiverId: channelId, when }
    const completed = { address, subject: emailSubject, template: emailTemplate }
    const given = SaveReceiverNotificationInput.parse({ ...base, type: 'EMAIL', emailSetting: { address } })
    expect(given.emailSetting).toEqual(completed)
    const ownSubject = { address, subject: 'Mine' }
    const defined = ReceiverNotificationDefinition.parse({ when, type: 'EMAIL', emailSetting: ownSubject })
    expect(defined.emailSetting).toEqual({ ...completed, subject: 'Mine' })
    const slack = { ...base, type: 'SLACK', slackSetting: { channelId } }
    expect(TestReceiverNotificationInput.parse(slack).slackSetting).toEqual({
      channelId,
      ...defaultTextsOf('SLACK', kind),
    })
  })

  it('is that of the stored kind where `when` is left out', () => {
    const input = { type: 'EMAIL', receiverId: channelId, emailSetting: { address, template: 'Mine' } }
    const saved = SaveReceiverNotificationInput.parse(input)
    const { emailSubject } = defaultTextsOf('EMAIL', 'HEARTBEAT')
    const kept = { address, subject: emailSubject, template: 'Mine' }
    expect(completeStoredTexts(saved, 'HEARTBEAT').emailSetting).toEqual(kept)
  })

  it('leaves the recipient to be given', () => {
    expect(settingInputs.emailSetting.safeParse({}).success).toBe(false)
    expect(settingInputs.slackSetting.safeParse({}).success).toBe(false)
  })
})

it.each([
  [channelId, true],
  ['', true],
  ['C0123', false],
])('a Slack channel is named by its id, or not yet: %j', (id, isAccepted) => {
  expect(settingInputs.slackSetting.safeParse({ channelId: id }).success).toBe(isAccepted)
})

it('a secret to sign with has the prefix of Standard Webhooks', () => {
  expect(['whsec_YQ==', 'YQ==', 'YQ==whsec_'].map((secret) => SigningSecretView.safeParse({ secret }).success)).toEqual(
    [true, false, false],
  )
})
