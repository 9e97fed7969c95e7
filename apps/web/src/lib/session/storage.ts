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

/**
 * What `valueOf` makes of what is stored. Browser storage may be full, forbidden or changed by hand: reading may find
 * nothing, writing is best effort.
 */
export function readStored<T>(key: string, valueOf: (stored: unknown) => T | undefined): T | undefined {
  try {
    const text = window.localStorage.getItem(prefix + key)
    return text === null ? undefined : valueOf(JSON.parse(text))
  } catch {
    return undefined
  }
}

export function writeStored(key: string, value: unknown): void {
  try {
    window.localStorage.setItem(prefix + key, JSON.stringify(value))
  } catch {
    // Only a convenience is lost.
  }
}

/** As `readStored`, of what this tab alone has stored. */
export function readSession<T>(key: string, valueOf: (stored: unknown) => T | undefined): T | undefined {
  try {
    const text = window.sessionStorage.getItem(prefix + key)
    return text === null ? undefined : valueOf(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** Stores it for this tab, beyond a reload. False where it is not stored. */
export function writeSession(key: string, value: unknown): boolean {
  try {
    window.sessionStorage.setItem(prefix + key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

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
