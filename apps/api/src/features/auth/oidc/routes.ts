import { AppError } from '@knockwire/domain/errors'
import { safeReturnUrl } from '@knockwire/domain/return-url'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { ApiContext } from '../../../context.ts'
import { requireCaller, requireSession } from '../../../plugins/route-config.ts'
import { lockUser } from '../../../access/owned/lock-user.ts'
import { startChallenge, takeChallenge } from '../../../access/challenges.ts'
import { clientOf } from '../../../access/client/client.ts'
import { clientNetwork } from '../../../access/client/client-network.ts'
import { setSessionCookie } from '../set-session-cookie.ts'
import { markConfirmed, startSession } from '../../../access/sessions.ts'
import { throttle } from '../../../access/throttle.ts'
import { findLinkedUser, findUser, type Rejection } from './find-user.ts'
import { createOidcProvider, type OidcClaims, type OidcProvider } from './oidc-provider.ts'
import { auditOwnSignIn, auditUser, signedInBy } from '../../../access/audit.ts'

const callbackPath = '/api/v1/auth/oidc/callback'

/** What the sign-in page has a message for. */
type Problem = 'provider-failed' | 'provider-busy' | 'provider-expired' | 'provider-mismatch' | Rejection

const Flow = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  returnUrl: z.string(),
  /** The session to confirm; null for a sign-in. */
  sessionId: z.string().nullable(),
})
type Flow = z.infer<typeof Flow>

const query = z.object({ returnUrl: z.string().max(4000).optional() })
const response = { 303: z.undefined().describe('The address to go to') }
const tags = ['Sign-in']

export const oidcRoutes =
  (context: ApiContext): FastifyPluginAsync =>
  async (app) => {
    const { settings } = context
    if (settings.oidc === null) return
    const provider = createOidcProvider(settings.oidc, `${settings.publicOrigin}${callbackPath}`)

    const leave = async (request: FastifyRequest, reply: FastifyReply, sessionId: string | null) => {
      throwUnlessNavigation(request)
      const { returnUrl } = query.parse(request.query)
      const target = safeReturnUrl(returnUrl ?? null, settings.publicOrigin)
      try {
        await countStart(context, request)
        const { url, checks } = await provider.start({ isConfirmation: sessionId !== null })
        await startChallenge(context, reply, 'OIDC', { ...checks, returnUrl: target, sessionId } satisfies Flow)
        return await reply.redirect(url.href, 303)
      } catch (error) {
        if (error instanceof AppError && error.code === 'RATE_LIMITED') {
          return reply.redirect(signInPath('provider-busy', target), 303)
        }
        context.log.error({ err: error, event: 'oidc provider failed' }, 'oidc provider failed')
        return reply.redirect(signInPath('provider-failed', target), 303)
      }
    }

    app.get(
      '/auth/oidc/start',
      {
        config: { public: true },
        schema: { tags, summary: 'Go to the provider’s sign-in page', querystring: query, response },
      },
      async (request, reply) => leave(request, reply, null),
    )

    app.get(
      '/auth/oidc/confirm',
      {
        config: { needs: 'session' },
        schema: { tags, summary: 'Confirm your identity at the provider', querystring: query, response },
      },
      async (request, reply) => leave(request, reply, requireSession(request).id),
    )

    app.get(
      '/auth/oidc/callback',
      {
        config: { public: true, signsInBy: 'oidc' },
        schema: { tags, summary: 'Return from the provider’s page', response },
      },
      async (request, reply) => {
        const flow = Flow.safeParse(await takeChallenge(context, request, reply, 'OIDC'))
        if (!flow.success) return reply.redirect(signInPath('provider-expired', null), 303)
        const problem = await comeBack(context, provider, flow.data, request, reply)
        return reply.redirect(problem === null ? flow.data.returnUrl : signInPath(problem, flow.data.returnUrl), 303)
      },
    )
  }

/** A whole company may come from one network, in the same hour. */
const startsPerCode = 50

const countStart = (context: ApiContext, { clientAddress }: FastifyRequest) => {
  const limit = context.settings.codesPerHour * startsPerCode
  return throttle(context, [{ key: `oidc:network:${clientNetwork(clientAddress)}`, limit, perMs: 3_600_000 }])
}

/** An image on a foreign page must not use up what its visitors' network may start. */
const throwUnlessNavigation = ({ headers }: FastifyRequest) => {
  const destination = headers['sec-fetch-dest']
  if (destination === undefined || destination === 'document') return
  throw new AppError('FOREIGN_ORIGIN', 'Single sign-on is started by going to this address.')
}

const signInPath = (problem: Problem, returnUrl: string | null): string =>
  `/signin?${new URLSearchParams({ problem, ...(returnUrl !== null && { returnUrl }) }).toString()}`

const comeBack = async (
  context: ApiContext,
  provider: OidcProvider,
  flow: Flow,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Problem | null> => {
  const currentUrl = new URL(request.url, context.settings.publicOrigin)
  const claims = await provider.finish(currentUrl, flow).catch((error: unknown) => {
    context.log.warn(
      { err: error, event: 'oidc sign-in rejected', remoteAddress: request.clientAddress },
      'oidc sign-in rejected',
    )
    return null
  })
  if (claims === null) return 'provider-failed'
  return flow.sessionId === null
    ? openSession(context, claims, request, reply)
    : confirm(context, claims, flow.sessionId, request)
}

const openSession = async (
  context: ApiContext,
  claims: OidcClaims,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Problem | null> => {
  const client = clientOf(request)
  const found = await findUser(context, claims, client)
  if ('rejection' in found) {
    const event = { event: 'oidc sign-in rejected', reason: found.rejection, remoteAddress: request.clientAddress }
    context.log.warn(event, 'oidc sign-in rejected')
    return found.rejection
  }
  const { userId } = found
  if (userId === null) return 'provider-failed'
  const opened = await context.db.transaction(async (tx) => {
    if ((await lockUser(tx, userId)) === undefined) return null
    // Unlinked meanwhile, by a deletion of the user or by the one who took the address over.
    if ((await findLinkedUser(tx, claims)) !== userId) return null
    const session = await startSession(tx, { userId, client, plan: context.settings.defaultPlan, nowMs: context.now() })
    await auditUser(context, tx, { userId, client }, { action: 'user.signed_in', changes: signedInBy('provider') })
    return session
  })
  if (opened === null) return 'provider-failed'
  await setSessionCookie(context, request, reply, opened)
  const { accountId } = opened
  const event = { event: 'signed in', accountId, userId, method: 'oidc', remoteAddress: client.address }
  context.log.info(event, 'signed in')
  return null
}

/** The provider must have authenticated just now, and the identity must be one of this very user. */
const confirm = async (
  context: ApiContext,
  claims: OidcClaims,
  sessionId: string,
  request: FastifyRequest,
): Promise<Problem | null> => {
  const isSameSession = request.credential?.kind === 'session' && request.credential.id === sessionId
  const isFresh = claims.authenticatedAtSecond !== null && context.now() / 1000 - claims.authenticatedAtSecond < 600
  if (!isSameSession || !isFresh) return 'provider-mismatch'
  const caller = requireCaller(request)
  const { userId } = caller
  if ((await findLinkedUser(context.db, claims)) !== userId) return 'provider-mismatch'
  await context.db.transaction(async (tx) => {
    await markConfirmed(context, tx, sessionId)
    await auditOwnSignIn(context, tx, caller, { action: 'user.confirmed' })
  })
  context.log.info({ event: 'session confirmed', userId, method: 'oidc' }, 'session confirmed')
  return null
}
