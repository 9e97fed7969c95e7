import { readText, writeText } from '../browser/storage.ts'

/** What this browser remembers of who signed in with it. Where nothing can be stored, it remembers nothing. */
const keys = {
  isSignedIn: 'knockwire.signed-in',
  // Of the account: it is forgotten when the session ends (storage.ts).
  isEmailConfirmed: 'knockwire.account.email-confirmed',
  signInKind: 'knockwire.sign-in-kind',
}

/** Whether somebody is, or was lately, signed in with this browser. A hint: the session itself is out of a script's reach. */
export const mayBeSignedIn = (): boolean => readText('localStorage', keys.isSignedIn) !== null

export const rememberSignedIn = (isSignedIn: boolean): boolean =>
  writeText('localStorage', keys.isSignedIn, isSignedIn ? '1' : null)

/** Whether the account's address was confirmed when it was last shown with this browser: before it has loaded, a hint. */
export const mayBeConfirmed = (): boolean => readText('localStorage', keys.isEmailConfirmed) !== null

export const rememberConfirmed = (isConfirmed: boolean): boolean =>
  writeText('localStorage', keys.isEmailConfirmed, isConfirmed ? '1' : null)

/** How somebody has just signed in, where the dashboard has something to say about it. */
export type SignInKind = 'sign-up' | 'reset'

/** For the dashboard, a document of its own, which is loaded next. */
export const rememberSignInKind = (kind: SignInKind): boolean => writeText('sessionStorage', keys.signInKind, kind)

export function readSignInKind(): SignInKind | null {
  const kind = readText('sessionStorage', keys.signInKind)
  return kind === 'sign-up' || kind === 'reset' ? kind : null
}

/** Said once: not again where the page is reloaded. */
export const forgetSignInKind = (): boolean => writeText('sessionStorage', keys.signInKind, null)
