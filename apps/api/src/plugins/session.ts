import { AppError } from '@knockwire/domain/errors'
import type { FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { ApiContext, Caller } from '../context.ts'
import { isReadOnlyFor, throwIfOutOfScope } from '../access/scopes/check-scopes.ts'
import { requireRole } from '../access/require-role.ts'
import { sessionCookieName } from '../access/session-cookie.ts'
import { readSession } from '../access/sessions.ts'
import { readToken } from '../features/tokens/read-token.ts'
import { bearerToken, isSafeMethod } from './origin/own-origin.ts'
import { type Authenticated, type Credential, type Found, signedOut } from './route-config.ts'
import { mayUseAccount } from './origin/this-machine.ts'
import { requireOperator } from '../access/operators.ts'
import { throwIfUnconfirmedAtGate } from '../access/owned/confirmed-account.ts'

/** Finds out who asks and by which credential, and lets visitors reach public routes only. */
export const sessionPlugin = (context: ApiContext) =>
  fastifyPlugin(
    async (app) => {
      app.decorateRequest('caller', null)
      app.decorateRequest('credential', null)
      app.addHook('onRequest', async (request, reply) => {
        const { public: isPublic = false, anonymous: isAnonymous = false } = request.routeOptions.config
        const found = isAnonymous ? null : await authenticate(context, request)
        if (found === null) {
          if (isPublic) return
          throw signedOut()
        }
        request.caller = found.caller
        request.credential = found.credential
        reply.header(accountHeader, found.caller.accountId).header(userHeader, found.caller.userId)
        if (isPublic) return
        rejectOtherAccount(request, found)
        checkCredential(context, request, found)
        if (request.routeOptions.config.operator) await requireOperator(context, found)
        await throwIfNotLetIn(context, request, found)
      })
      // A body may take half a minute to come: a session or token that was ended meanwhile must not act, nor leave a token behind.
      // A member who was removed goes on in another account, and acts in neither; one with another role acts as that.
      app.addHook('preHandler', async (request) => {
        const { public: isPublic = false } = request.routeOptions.config
        if (isPublic || request.caller === null || isSafeMethod(request.method)) return
        request.caller = await callerNow(context, request, request.caller)
      })
    },
    { name: 'session', dependencies: ['@fastify/cookie'] },
  )

/** Who asks, and may, now: for a call that takes long. Rejects where its session or token has ended, or acts in another account. */
export const callerNow = async (context: ApiContext, request: FastifyRequest, before: Caller): Promise<Caller> => {
  const found = await authenticate(context, request)
  if (found === null) throw signedOut()
  if (found.caller.accountId !== before.accountId) throw otherAccount()
  checkCredential(context, request, found)
  await throwIfNotLetIn(context, request, found)
  return found.caller
}

/**
 * The account that a page belongs to, and whose answer it gets. Somebody else may have signed in meanwhile in another window
 * of the browser, which sends the new session's cookie with the calls of the old page, too.
 */
const accountHeader = 'knockwire-account'
/** The same of the user: two members of one account may share a browser. */
const userHeader = 'knockwire-user'

const otherAccount = () =>
  new AppError('OTHER_ACCOUNT', 'Another account is signed in now. Nothing was changed. Reload the page.')

const rejectOtherAccount = ({ headers }: FastifyRequest, { caller }: Authenticated) => {
  const isMeant = (header: string, id: string) => headers[header] === undefined || headers[header] === id
  if (isMeant(accountHeader, caller.accountId) && isMeant(userHeader, caller.userId)) return
  throw otherAccount()
}

/** With the code for callers who are signed out, but in the words of a program: it has no page to sign in on. */
const tokenNotAccepted = () =>
  new AppError('SIGNED_OUT', 'This API token is not valid: it was mistyped, was revoked or has expired.')

/** Who asks, where the account may be used from there. */
const authenticate = async (context: ApiContext, request: FastifyRequest): Promise<Authenticated | null> => {
  const found = await findCredential(context, request)
  if (found === null || !mayUseAccount(context.settings, found.email, request)) return null
  const tokenId = found.credential.kind === 'token' ? found.credential.id : null
  const via = { tokenId, address: request.clientAddress, requestId: request.id }
  return { ...found, caller: { ...found.caller, isReadOnly: isReadOnlyFor(request, found), via } }
}

/** A token in the header wins over a cookie: a caller who sends one means it, and gets an error where it is not accepted. */
const findCredential = async (context: ApiContext, request: FastifyRequest): Promise<Found | null> => {
  const token = bearerToken(request.headers)
  if (token !== null) {
    const found = await readToken(context, token)
    if (found === null && !request.routeOptions.config.public) throw tokenNotAccepted()
    return found
  }
  const sessionId = request.cookies[sessionCookieName(context.settings)]
  return sessionId === undefined ? null : readSession(context, sessionId)
}

/** How long after proving who they are someone may change what opens their account. */
const confirmedForMs = 10 * 60_000

/** For what opens the account, such as its password: a session that was left open is not enough. */
export const throwIfUnconfirmed = ({ now }: ApiContext, credential: Credential) => {
  const isConfirmed = credential.kind === 'session' && now() - credential.confirmedAtMs <= confirmedForMs
  if (!isConfirmed) throw new AppError('CONFIRMATION_NEEDED', 'Confirm that it’s you.')
}

const throwIfNotReconfirmed = ({ now }: ApiContext, credential: Credential) => {
  const atMs = credential.kind === 'session' ? credential.reconfirmedAtMs : null
  if (atMs === null || now() - atMs > confirmedForMs) {
    throw new AppError('CONFIRMATION_NEEDED', 'Confirm that it’s you.')
  }
}

/** Before the body was read, it may be either; it is checked again once it was. */
const changesNothing = ({ method, body, routeOptions: { config } }: FastifyRequest): boolean =>
  isSafeMethod(method) || (config.isReading !== undefined && (body === undefined || config.isReading(body)))

/** What people do with their own sign-in, and leaving with their data, stays possible; reading does, too. */
const throwIfSuspended = (request: FastifyRequest, { suspendedReason }: Authenticated) => {
  const { whileSuspended = false, operator = false } = request.routeOptions.config
  if (suspendedReason === null || changesNothing(request) || whileSuspended || operator) return
  throw new AppError('ACCOUNT_SUSPENDED', `This account is suspended: ${suspendedReason} Contact support.`)
}

/** Where an address decides who is let in, nobody acts with one that may be somebody else's. */
const throwIfNotLetIn = async (context: ApiContext, request: FastifyRequest, { caller }: Authenticated) => {
  const { whileSuspended = false, whileUnconfirmed = false } = request.routeOptions.config
  if (changesNothing(request) || whileSuspended || whileUnconfirmed) return
  await throwIfUnconfirmedAtGate(context, caller.userId)
}

const checkCredential = (context: ApiContext, request: FastifyRequest, found: Authenticated) => {
  const { caller, credential } = found
  const { needs, role } = request.routeOptions.config
  if (credential.kind === 'token' && needs !== undefined) {
    throw new AppError('FORBIDDEN', 'This needs a signed-in browser; API tokens cannot do it.')
  }
  if (credential.kind === 'token' && credential.scopes !== null) throwIfOutOfScope(request, credential)
  else if (credential.kind === 'token' && credential.scope === 'READ' && !changesNothing(request)) {
    throw new AppError('FORBIDDEN', 'This API token is read-only.')
  }
  requireRole(caller, role ?? (changesNothing(request) ? 'VIEWER' : 'EDITOR'))
  throwIfSuspended(request, found)
  if (needs === 'confirmed-session') throwIfUnconfirmed(context, credential)
  if (needs === 'reconfirmed-session') throwIfNotReconfirmed(context, credential)
}
