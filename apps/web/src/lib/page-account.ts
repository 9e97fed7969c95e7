import { forgetAccount, keyOfAccount, rememberAccount } from './storage.ts'

/**
 * The account that this page belongs to. Every call names it, and the server rejects a call that is meant for another account
 * than the one that is signed in: somebody else may have signed in with this browser, in another window.
 */
let pageAccountId: string | null = null
/** Two members of one account may share a browser. */
let pageUserId: string | null = null

const accountHeader = 'knockwire-account'
const userHeader = 'knockwire-user'

/** What every call says of whom it is meant for. */
export const identityHeaders = (): Record<string, string> => ({
  ...(pageAccountId !== null && { [accountHeader]: pageAccountId }),
  ...(pageUserId !== null && { [userHeader]: pageUserId }),
})

/** Whether a response is another account's or user's than the page's. */
export function isOfOthers(headers: Headers): boolean {
  const differs = (header: string, own: string | null) => {
    const answered = headers.get(header)
    return answered !== null && own !== null && answered !== own
  }
  return differs(accountHeader, pageAccountId) || differs(userHeader, pageUserId)
}

/**
 * The key of what this browser stores of the page's account, or of the one that it showed last where that has not loaded. Another
 * window may show another account since.
 */
export const accountKey = (key: string): string => keyOfAccount(pageAccountId, key)

/** Called with the account that has loaded; the page is left where it is another one than before. */
export function setPageAccount(id: string, userId: string): Promise<never> | undefined {
  const isOther = (own: string | null, loaded: string) => own !== null && own !== loaded
  if (isOther(pageAccountId, id) || isOther(pageUserId, userId)) return leaveToOtherAccount()
  pageAccountId = id
  pageUserId = userId
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
