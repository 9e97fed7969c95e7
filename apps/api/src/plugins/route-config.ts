import type { TokenAccess } from '@knockwire/db/schema/credentials'
import type { Role } from '@knockwire/domain/accounts/role'
import type { TokenScope } from '@knockwire/domain/accounts/token-scopes'
import { AppError, type FieldKeyOf } from '@knockwire/domain/errors'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Caller } from '../context.ts'

/** What proved who asks. */
export type Credential =
  | {
      kind: 'session'
      id: string
      /** When its owner last proved who they are, by signing in or again later. */
      confirmedAtMs: number
      /** When they last did so after signing in; null where they never did. */
      reconfirmedAtMs: number | null
    }
  | {
      kind: 'token'
      id: string
      scope: TokenAccess
      /** Null: all calls that `scope` allows. */
      scopes: readonly TokenScope[] | null
      project: string | null
    }

/** Who a session or token is of, whatever the call. */
export interface Found extends Omit<Authenticated, 'caller'> {
  caller: Omit<Caller, 'via'>
}

export interface Authenticated {
  caller: Caller
  credential: Credential
  /** Their own address. */
  email: string
  /** Why the account in view is suspended; null where it is not. */
  suspendedReason: string | null
}

export type { FieldKeyOf }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers visitors too. Every other route below /api/v1 is 401 without a session. */
    public?: true
    /** Who asks is not even looked for: for public routes that are called often. */
    anonymous?: true
    /** Rejections also have `error`, the message, as the specification names it for this route. */
    hasErrorField?: true
    /**
     * `session`: API tokens are rejected, as for credentials, payment and the export. `confirmed-session`: also a session whose owner proved who they are too long ago;
     * for what opens the account. `reconfirmed-session`: signing in does not count, however short ago; for what cannot be undone.
     */
    needs?: 'session' | 'confirmed-session' | 'reconfirmed-session'
    /** What a member must be to make the call. Without it, a VIEWER for safe methods and an EDITOR for all others. */
    role?: Role
    /** For those whom OPERATORS names, in a session whose owner proved who they are within ten minutes. */
    operator?: true
    /** Is done in a suspended account as well. */
    whileSuspended?: true
    /** Where an address decides who is let in: is done before the address is confirmed, as is all that is done in a suspended account. */
    whileUnconfirmed?: true
    /** What a GET gives of the object that this call saves: it can be sent back, and what only responses have is ignored. */
    reads?: z.ZodType
    /** Whether a call with this body changes nothing, so that who may read may make it. */
    isReading?: (body: unknown) => boolean
    /** Where set, a bad value of a mapped body field is 422 with `errors`; anything else bad is 400. */
    fieldKeyOf?: FieldKeyOf
  }
  interface FastifyRequest {
    caller: Caller | null
    credential: Credential | null
  }
}

export const signedOut = () => new AppError('SIGNED_OUT', 'You are signed out. Sign in.')

/** Who asks; on a route that is not public there always is one. */
export const requireCaller = (request: FastifyRequest): Caller => {
  if (request.caller === null) throw signedOut()
  return request.caller
}

/** The session of a route that needs one. */
export const requireSession = (request: FastifyRequest): Extract<Credential, { kind: 'session' }> => {
  if (request.credential?.kind !== 'session') throw signedOut()
  return request.credential
}
