import { AppError } from '@knockwire/domain/errors'
import type { SaveNotificationInput } from '@knockwire/domain/notifications/notification'
import { readEmail } from './read-email.ts'
import { readHttp } from './read-http.ts'
import { readSlack } from './read-slack.ts'
import { readSms } from './read-sms.ts'
import type { ReadSetting, SettingScope } from './setting-reader.ts'

const names = { EMAIL: 'emailSetting', SMS: 'smsSetting', SLACK: 'slackSetting', HTTP: 'request' } as const

type SettingName = (typeof names)[keyof typeof names]
export type SettingInput = Pick<SaveNotificationInput, 'type' | SettingName>

/** The setting of the notification's own type; those of the other types are refused. */
export const readSetting = async (scope: SettingScope, input: SettingInput): Promise<ReadSetting> => {
  const given = Object.values(names).filter((name) => input[name] !== undefined)
  if (given.length !== 1 || given[0] !== names[input.type]) throw wrongSetting(input)
  const { emailSetting, smsSetting, slackSetting, request } = input
  if (emailSetting !== undefined) return readEmail(scope, emailSetting)
  if (smsSetting !== undefined) return readSms(scope, smsSetting)
  if (slackSetting !== undefined) return readSlack(scope, slackSetting)
  if (request !== undefined) return readHttp(scope, request)
  throw wrongSetting(input)
}

const wrongSetting = ({ type }: SettingInput) =>
  new AppError('MALFORMED', `A notification of the type ${type} has ${names[type]}, and no other setting.`)
