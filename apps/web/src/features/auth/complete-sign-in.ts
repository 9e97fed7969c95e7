import { safeReturnUrl } from '@knockwire/domain/return-url'
import { instance } from '../../lib/session/instance.ts'
import { rememberSignedIn, rememberSignInKind, type SignInKind } from '../../lib/session/sign-in-memory.ts'

/** Pages of the dashboard; others are other documents. */
const dashboardPaths = /^\/dashboard(\/|\?|#|$)/

const returnUrl = (): string | null => new URLSearchParams(window.location.search).get('returnUrl')

/**
 * After signing in: goes where the visitor was going. The promise never resolves, so that the form is busy until its page is
 * left.
 */
export function completeSignIn(way?: SignInKind): Promise<never> {
  rememberSignedIn(true)
  const url = safeReturnUrl(returnUrl(), window.location.origin)
  if (way !== undefined && dashboardPaths.test(url)) rememberSignInKind(way)
  window.location.replace(url)
  return new Promise(() => {})
}

/** The token of the invitation that the visitor goes back to after signing up or in; undefined where that is another page. */
export const invitationToken = (): string | undefined => /^\/invite#(.+)$/.exec(returnUrl() ?? '')?.[1]

/** The form for those whom OPERATORS names, who may always sign up. The server knows their addresses, the page does not. */
export const operatorSignUpPath = '/signup?operator'

/** Whether this visitor is offered the form: anybody, those who come from an invitation, and who says that they run the server. */
export const maySignUp = (): boolean =>
  instance.signUps === 'open' ||
  new URLSearchParams(window.location.search).has('operator') ||
  (instance.signUps === 'invited' && invitationToken() !== undefined)

/** The other page of the pair, with the same way back. */
export function siblingPath(path: '/signin' | '/signup'): string {
  const url = returnUrl()
  return url === null ? path : `${path}?returnUrl=${encodeURIComponent(url)}`
}
