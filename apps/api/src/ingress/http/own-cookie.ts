import { ownCookieNames } from '../../access/cookie-names.ts'

const isCookie = (name: string | undefined) => name?.length === 6 && name.toLowerCase() === 'cookie'

const isOwn = (pair: string) => ownCookieNames.includes(pair.slice(0, pair.indexOf('=')).trim())

const hasOwn = (value: string) => ownCookieNames.some((name) => value.includes(name))

/** The other cookies as they came; null where there are none. */
const otherCookies = (value: string): string | null => {
  const others = value.split(';').filter((pair) => !isOwn(pair))
  return others.length === 0 ? null : others.join(';').trimStart()
}

/**
 * The headers, names and values by turns, as a receiver's owner may see them. Receivers have their own host name,
 * so the dashboard's cookie does not come here; should a setup send it all the same, nobody is signed in by reading it.
 */
export const stripSessionCookie = (headers: readonly string[]): readonly string[] => {
  if (!headers.some((value, index) => index % 2 === 1 && isCookie(headers[index - 1]) && hasOwn(value))) return headers
  const kept: string[] = []
  for (let index = 0; index < headers.length; index += 2) {
    const [name = '', value = ''] = [headers[index], headers[index + 1]]
    const shown = isCookie(name) && hasOwn(value) ? otherCookies(value) : value
    if (shown !== null) kept.push(name, shown)
  }
  return kept
}
