import { channels } from '@knockwire/domain/channels/registry'
import { settingKeys, type SettingInputs } from '@knockwire/domain/channels/settings'
import { AppError } from '@knockwire/domain/errors'
import { readEmail } from './read-email.ts'
import { readHttp } from './read-http.ts'
import { readSlack } from './read-slack.ts'
import { readSms } from './read-sms.ts'
import type { ReadSetting, SettingScope } from './setting-reader.ts'

/** The setting of the notification's own type; those of the other types are refused. */
export const readSetting = async (scope: SettingScope, input: SettingInputs): Promise<ReadSetting> => {
  const given = settingKeys.filter((name) => input[name] !== undefined)
  if (given.length !== 1 || given[0] !== channels[input.type].settingKey) throw wrongSetting(input)
  const { emailSetting, smsSetting, slackSetting, request } = input
  if (emailSetting !== undefined) return readEmail(scope, emailSetting)
  if (smsSetting !== undefined) return readSms(scope, smsSetting)
  if (slackSetting !== undefined) return readSlack(scope, slackSetting)
  if (request !== undefined) return readHttp(scope, request)
  throw wrongSetting(input)
}

const wrongSetting = ({ type }: SettingInputs) =>
  new AppError(
    'MALFORMED',
    `A notification of the type ${type} has ${channels[type].settingKey}, and no other setting.`,
  )
