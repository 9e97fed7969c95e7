import { toNorthAmericanNumber } from '@knockwire/domain/channels/sms/phone-number'
import type { SmsSetting } from '@knockwire/domain/channels/sms/sms'
import { faultsOf } from './field-faults.ts'
import type { SettingReader } from './setting-reader.ts'

export const readSms: SettingReader<SmsSetting> = async (_scope, { countryCode, phoneNumber, template }) => {
  const number = toNorthAmericanNumber(phoneNumber)
  return {
    setting: { type: 'SMS', sms: { countryCode, phoneNumber: number ?? phoneNumber, template } },
    errors: faultsOf({ smsPhoneNumber: number === null ? numberFault(phoneNumber) : null }),
  }
}

const numberFault = (typed: string) =>
  typed.trim() === '' ? 'Please enter a phone number.' : 'Please enter a phone number of the US or Canada, ten digits.'
