import { AppError } from '@knockwire/domain/errors'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../context.ts'
import type { Credential } from './route-config.ts'
import './route-config.ts'

export const signedOut = () => new AppError('SIGNED_OUT', 'You are signed out. Please sign in.')

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
