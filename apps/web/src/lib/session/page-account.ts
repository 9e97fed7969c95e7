import type { AccountView } from '@knockwire/domain/accounts/account'
import { storeLeftAccount } from '../browser/left-account.ts'
import { paths } from '../navigation/paths.ts'
import { forgetAccount, keyOfAccount, rememberAccount } from './storage.ts'

/**
 * The account that this page belongs to. Every call names it, and the server rejects a call that is meant for another account
 * than the one that is signed in: somebody else may have signed in with this browser, in another window.
 */
let pageAccountId: string | null = null
let pageAccountName = ''
/** Two members of one account may share a browser. */
let pageUserId: string | null = null

const accountHeader = 'knockwire-account'
const userHeader = 'knockwire-user'

/** What every call says of whom it is meant for. */
export const identityHeaders = (): Record<string, string> => ({
  ...(pageAccountId !== null && { [accountHeader]: pageAccountId }),
  ...(pageUserId !== null && { [userHeader]: pageUserId }),
})

const isOther = (own: string | null, loaded: string): boolean => own !== null && own !== loaded

/** Whether a response is another account's or user's than the page's. */
export function isOfOthers(headers: Headers): boolean {
  const [account, user] = [headers.get(accountHeader), headers.get(userHeader)]
  return (account !== null && isOther(pageAccountId, account)) || (user !== null && isOther(pageUserId, user))
}

/**
 * The key of what this browser stores of the page's account, or of the one that it showed last where that has not loaded. Another
 * window may show another account since.
 */
export const accountKey = (key: string): string => keyOfAccount(pageAccountId, key)

/** Called with the account that has loaded; the page is left where it is another one than before. */
export function setPageAccount({
  id,
  name,
  user,
}: Pick<AccountView, 'id' | 'name' | 'user'>): Promise<never> | undefined {
  if (isOther(pageAccountId, id) || isOther(pageUserId, user.id)) return leaveToOtherAccount()
  pageAccountId = id
  pageAccountName = name
  pageUserId = user.id
  rememberAccount(id)
  return undefined
}

/** The page goes; until it has gone, the calls that wait for the first account are not sent. */
export function leaveToOtherAccount(): Promise<never> {
  if (pageAccountId !== null) storeLeftAccount({ id: pageAccountId, name: pageAccountName, userId: pageUserId })
  // The other account's own windows go on storing.
  forgetAccount(pageAccountId ?? undefined)
  window.location.assign(paths.dashboard)
  return new Promise(() => {})
}
