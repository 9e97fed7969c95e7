import { describe, expect, it } from 'vitest'
import { SigningSecretView } from './http/signing-secret.ts'
import { channels } from './registry.ts'
import { receiverSettingInputs, settingInputs } from './settings.ts'
import { channelTypes, receiverChannelTypes } from './channel-types.ts'
import { defaultReceiverTemplates, defaultTaskTemplates } from './templates.ts'

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

  it('is the one that the dialog of a receiver begins with', () => {
    const { emailSubject, emailTemplate, messageTemplate } = defaultReceiverTemplates
    expect(receiverSettingInputs.emailSetting.parse({ address })).toEqual({
      address,
      subject: emailSubject,
      template: emailTemplate,
    })
    expect(receiverSettingInputs.slackSetting.parse({ channelId })).toEqual({ channelId, messageTemplate })
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
