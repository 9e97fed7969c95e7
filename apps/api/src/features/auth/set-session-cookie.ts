import type { AccountView } from '@knockwire/domain/accounts/account'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { browserCookie, sessionCookieName, sessionCookieOptions } from '../../access/session-cookie.ts'
import { endSession, type SignedIn, sessionRules } from '../../access/sessions.ts'
import type { ApiContext } from '../../context.ts'
import { readAccount } from '../accounts/account.ts'

/** Hands the new session to the browser, which is known to this user from now on; the session that it had before ends. */
export const setSessionCookie = async (
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  opened: SignedIn,
): Promise<AccountView> => {
  const name = sessionCookieName(context.settings)
  const before = request.cookies[name]
  if (before !== undefined) await endSession(context.db, before)
  const maxAge = sessionRules.absoluteMs / 1000
  reply.setCookie(name, opened.sessionId, { ...sessionCookieOptions(context.settings), maxAge })
  const account = await readAccount(context, opened)
  reply.setCookie(...browserCookie(context.settings, account.user.email))
  return account
}
