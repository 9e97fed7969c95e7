/** Somebody who changes nothing of the account: by their role, before their address is confirmed, or while the account is suspended. */
type Limited = 'viewer' | 'unconfirmed' | 'suspended'

const everybody: readonly Limited[] = ['viewer', 'unconfirmed', 'suspended']

/**
 * The routes that change nothing but somebody's own sign-in, memberships and view, and who may call them. A route that is added here
 * lets them: think twice.
 */
const personalRoutes: Readonly<Record<string, readonly Limited[]>> = {
  'DELETE /api/v1/accounts/me': ['unconfirmed', 'suspended'],
  'DELETE /api/v1/accounts/me/members/:userId': everybody,
  'DELETE /api/v1/accounts/me/passkeys/:passkeyId': everybody,
  'DELETE /api/v1/accounts/me/sessions': everybody,
  'DELETE /api/v1/accounts/me/sessions/:sessionId': everybody,
  'DELETE /api/v1/accounts/me/tokens/:tokenId': everybody,
  'POST /api/v1/accounts/:accountId/select': everybody,
  'POST /api/v1/accounts/me/confirm': everybody,
  'POST /api/v1/accounts/me/email': everybody,
  'POST /api/v1/accounts/me/passkeys': everybody,
  'POST /api/v1/accounts/me/passkeys/options': everybody,
  'POST /api/v1/accounts/me/password': everybody,
  'POST /api/v1/accounts/me/profile': everybody,
  'POST /api/v1/accounts/me/send_email_validation_code': ['viewer', 'unconfirmed'],
  'POST /api/v1/accounts/me/settings': ['viewer'],
  'POST /api/v1/accounts/me/tokens': ['viewer'],
  'POST /api/v1/accounts/me/tokens/:tokenId/rotate': ['viewer'],
  'POST /api/v1/accounts/me/verify_email_validation_code': ['viewer', 'unconfirmed'],
  'POST /api/v1/invitations/accept': everybody,
  'POST /api/v1/tasks/:taskId/update-last-open-time': everybody,
}

/** Sorted. */
export const routesLeftTo = (who: Limited): string[] =>
  Object.entries(personalRoutes).flatMap(([route, allowed]) => (allowed.includes(who) ? [route] : []))
