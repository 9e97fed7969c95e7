import { describe, expect, it } from 'vitest'
import type { SettingScope } from './channel.ts'
import { channelOf, readSetting, recipientOf, settingWithoutTemplates, viewSetting } from './settings.ts'
import { testSecrets } from './testing/message.ts'

const scope = { secrets: testSecrets, stored: null, checkUri: () => ({ ok: true }) } as unknown as SettingScope
const smsSetting = { countryCode: '+1', phoneNumber: '+16045550199', template: 'Down' } as const

describe('the setting of a notification', () => {
  it('is read by the channel of its type, and shown under the key of that', async () => {
    const { setting, errors } = await readSetting(scope, { type: 'SMS', smsSetting })
    expect([setting, errors]).toEqual([{ type: 'SMS', sms: smsSetting }, {}])
    expect(viewSetting(setting, { secrets: testSecrets, slackChannel: null })).toEqual({
      recipient: '+16045550199',
      smsSetting,
    })
    expect(recipientOf(setting, null)).toBe('+16045550199')
  })

  it.each<Parameters<typeof readSetting>[1]>([
    { type: 'SMS' },
    { type: 'EMAIL', smsSetting },
    { type: 'SMS', smsSetting, slackSetting: { channelId: '', messageTemplate: '' } },
  ])('is that of its own type and no other: %o', async (input) => {
    const { settingKey } = { SMS: { settingKey: 'smsSetting' }, EMAIL: { settingKey: 'emailSetting' } }[
      input.type as 'SMS' | 'EMAIL'
    ]
    await expect(readSetting(scope, input)).rejects.toMatchObject({
      code: 'MALFORMED',
      message: `A notification of the type ${input.type} has ${settingKey}, and no other setting.`,
    })
  })

  it('is read from the database without its templates', () => {
    expect(settingWithoutTemplates('n.setting')).toBe(
      `n.setting #- '{email,template}' #- '{sms,template}' #- '{slack,messageTemplate}' #- '{request,body}'`,
    )
  })
})

it.each([
  ['EMAIL', 8],
  ['SMS', 8],
  ['SLACK', 8],
  ['HTTP', 64],
] as const)('of messages by %s, %i are in flight at once in a process', (type, concurrency) => {
  expect(channelOf(type).concurrency).toBe(concurrency)
})
