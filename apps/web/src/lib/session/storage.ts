import { readJson, writeJson } from '../browser/storage.ts'

const prefix = 'knockwire.'

/** Begins the keys of what belongs to an account rather than to the browser: it is forgotten when the session ends. */
const ofAccount = 'account.'

const accountIdKey = `${ofAccount}id`

/** The key of what is stored of an account; where none is given, of the one that this browser showed last. */
export const keyOfAccount = (id: string | null, key: string): string =>
  `${ofAccount}${id ?? readStored(accountIdKey, String) ?? ''}.${key}`

/** Notes whose page it is. What is stored of any other account is removed. */
export function rememberAccount(id: string): void {
  const known = readStored(accountIdKey, String)
  if (known === id) return
  if (known !== undefined) forgetAccount()
  writeStored(accountIdKey, id)
}

export const readStored = <T>(key: string, valueOf: (stored: unknown) => T | undefined): T | undefined =>
  readJson('localStorage', prefix + key, valueOf)

export const writeStored = (key: string, value: unknown): boolean => writeJson('localStorage', prefix + key, value)

/** As `readStored`, of what this tab alone has stored. */
export const readSession = <T>(key: string, valueOf: (stored: unknown) => T | undefined): T | undefined =>
  readJson('sessionStorage', prefix + key, valueOf)

/** Stores it for this tab, beyond a reload. False where it is not stored. */
export const writeSession = (key: string, value: unknown): boolean => writeJson('sessionStorage', prefix + key, value)

/**
 * Removes what is stored of an account, so that the next person at this browser does not find it; of all accounts where none is
 * given.
 */
export function forgetAccount(id?: string): void {
  const begin = prefix + ofAccount + (id === undefined ? '' : `${id}.`)
  try {
    for (const storage of [window.localStorage, window.sessionStorage])
      for (const key of Object.keys(storage)) if (key.startsWith(begin)) storage.removeItem(key)
  } catch {
    // Where nothing can be stored, nothing is to be removed.
  }
}
