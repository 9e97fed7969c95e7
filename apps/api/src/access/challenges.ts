import { type ChallengePurpose, signInChallenges } from '@knockwire/db/schema/credentials'
import { and, eq, gt } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiContext } from '../context.ts'
import { sessionCookieOptions } from './session-cookie.ts'
import { hashSessionId, newSessionId } from './sessions.ts'

/** How long a sign-in in several steps may take: long enough to look for one's password at the provider. */
const lifetimeMs = 10 * 60_000

const cookieName = ({ settings }: ApiContext, purpose: ChallengePurpose) => {
  const name = `knockwire-${purpose.toLowerCase().replaceAll('_', '-')}`
  return sessionCookieOptions(settings).secure === true ? `__Host-${name}` : name
}

/**
 * Keeps what a sign-in in several steps needs later, for this browser alone: a cookie holds the id, the table its hash
 * with the encrypted data. A state or an assertion that was stolen is worth nothing in another browser.
 */
export const startChallenge = async (
  context: ApiContext,
  reply: FastifyReply,
  purpose: ChallengePurpose,
  data: object,
): Promise<void> => {
  const id = newSessionId()
  await context.db.insert(signInChallenges).values({
    idHash: hashSessionId(id),
    purpose,
    data: context.secrets.encrypt(JSON.stringify(data)),
    expiresAt: new Date(context.now() + lifetimeMs),
  })
  const options = sessionCookieOptions(context.settings)
  reply.setCookie(cookieName(context, purpose), id, { ...options, maxAge: lifetimeMs / 1000 })
}

/** What this browser's challenge keeps; null where there is none, it has expired or was used: it can be taken once. */
export const takeChallenge = async (
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  purpose: ChallengePurpose,
): Promise<unknown> => {
  const name = cookieName(context, purpose)
  const id = request.cookies[name]
  if (id === undefined) return null
  reply.clearCookie(name, sessionCookieOptions(context.settings))
  const { idHash, purpose: kept, expiresAt, data } = signInChallenges
  const [taken] = await context.db
    .delete(signInChallenges)
    .where(and(eq(idHash, hashSessionId(id)), eq(kept, purpose), gt(expiresAt, new Date(context.now()))))
    .returning({ data })
  return taken === undefined ? null : JSON.parse(context.secrets.decrypt(taken.data))
}
