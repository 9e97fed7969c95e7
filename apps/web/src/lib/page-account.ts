import { forgetAccount, keyOfAccount, rememberAccount } from './storage.ts'

/**
 * The account that this page belongs to. Every call names it, and the server rejects a call that is meant for another account
 * than the one that is signed in: somebody else may have signed in with this browser, in another window.
 */
let pageAccountId: string | null = null

export const pageAccount = (): string | null => pageAccountId

/**
 * The key of what this browser stores of the page's account, or of the one that it showed last where that has not loaded. Another
 * window may show another account since.
 */
export const accountKey = (key: string): string => keyOfAccount(pageAccountId, key)

/** Called with the account that has loaded; the page is left where it is another one than before. */
export function setPageAccount(id: string): Promise<never> | undefined {
  if (pageAccountId !== null && pageAccountId !== id) return leaveToOtherAccount()
  pageAccountId = id
  rememberAccount(id)
  return undefined
}

/** The page goes; until it has gone, the calls that wait for the first account are not sent. */
export function leaveToOtherAccount(): Promise<never> {
  // The other account's own windows go on storing.
  forgetAccount(pageAccountId ?? undefined)
  window.location.assign('/dashboard')
  return new Promise(() => {})
}
