import { describe, expect, it } from 'vitest'
import { RequestTargetInput } from '../requests/request-target.ts'
import { settingFieldKeys } from './channel-types.ts'
import {
  channelOfTemplate,
  checkTemplateText,
  defaultReceiverTemplates,
  defaultTaskTemplates,
  templateKeys,
  templatesOf,
} from './templates.ts'

const keys = ['emailSubject', 'emailTemplate', 'smsTemplate', 'messageTemplate', 'requestBody'] as const

describe('the templates of the channels', () => {
  it('are known by their keys in forms', () => {
    expect(templateKeys).toEqual(keys)
    expect(keys.map(channelOfTemplate)).toEqual(['EMAIL', 'EMAIL', 'SMS', 'SLACK', 'HTTP'])
    expect(settingFieldKeys).toEqual({
      'emailSetting.address': 'emailAddress',
      'emailSetting.subject': 'emailSubject',
      'emailSetting.template': 'emailTemplate',
      'smsSetting.phoneNumber': 'smsPhoneNumber',
      'smsSetting.template': 'smsTemplate',
      'slackSetting.channelId': 'slackChannel',
      'slackSetting.messageTemplate': 'messageTemplate',
    })
  })

  it('have a text to begin with that nothing is wrong with', () => {
    expect(Object.keys(defaultTaskTemplates)).toEqual(keys)
    expect(Object.keys(defaultReceiverTemplates)).toEqual(keys)
    expect(keys.map((key) => checkTemplateText(key, defaultTaskTemplates[key]))).toEqual(keys.map(() => null))
    expect(keys.map((key) => checkTemplateText(key, defaultReceiverTemplates[key]))).toEqual(keys.map(() => null))
  })

  it.each<[(typeof keys)[number], string, string | null]>([
    ['emailSubject', '', 'Enter a subject.'],
    ['emailSubject', 'a\nb', 'A subject has one line only.'],
    ['emailSubject', 'a\rb', 'A subject has one line only.'],
    ['emailTemplate', ' \n', 'Enter the text to send.'],
    ['emailTemplate', 'a\nb', null],
    ['smsTemplate', '', 'Enter the text to send.'],
    ['messageTemplate', '\t', 'Enter the text to send.'],
    ['requestBody', '', null],
  ])('are checked: %s %j', (key, text, problem) => {
    expect(checkTemplateText(key, text)).toBe(problem)
  })
})

describe('the templates that a notification sends', () => {
  const target = RequestTargetInput.parse({ uri: 'https://a.example' })

  it('are those of its own channel', () => {
    const emailSetting = { address: 'ada@example.com', subject: ' Down ', template: ' It is. ' }
    const smsSetting = { countryCode: '+1', phoneNumber: '2025550123', template: 'sms' } as const
    const slackSetting = { channelId: '', messageTemplate: 'slack' } as const
    const all = { emailSetting, smsSetting, slackSetting }
    expect(templatesOf({ type: 'EMAIL', ...all })).toEqual({ emailSubject: 'Down', emailTemplate: ' It is. ' })
    expect(templatesOf({ type: 'SMS', ...all })).toEqual({ smsTemplate: 'sms' })
    expect(templatesOf({ type: 'SLACK', ...all })).toEqual({ messageTemplate: 'slack' })
    expect(templatesOf({ type: 'HTTP', ...all })).toEqual({})
  })

  it.each([
    ['POST', 'a', { requestBody: 'a' }],
    ['GET', 'a', {}],
    ['POST', '', {}],
    ['POST', null, {}],
  ] as const)('are none for a request without a body: %s %j', (method, body, expected) => {
    expect(templatesOf({ type: 'HTTP', request: { target: { ...target, method, body } } })).toEqual(expected)
  })
})
