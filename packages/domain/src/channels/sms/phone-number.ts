import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'

const countries: ReadonlySet<CountryCode | undefined> = new Set(['US', 'CA'])

/** Costs its caller by the call or text, no matter whose it is. */
const premiumRate = '+1900'

/** The number in E.164, `+16045550199`, however it was typed; null where it is no number of the US or Canada. */
export function toNorthAmericanNumber(typed: string): string | null {
  const number = parsePhoneNumberFromString(typed, { defaultCountry: 'US', extract: false })
  if (number === undefined || number.ext !== undefined) return null
  const isOurs = number.isValid() && countries.has(number.country) && !number.number.startsWith(premiumRate)
  return isOurs ? number.number : null
}
