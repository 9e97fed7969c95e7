import { isOnThisMachine } from '@knockwire/domain/embedded/one-machine'
import { AppError } from '@knockwire/domain/errors'
import type { FastifyRequest } from 'fastify'
import type { Settings } from '../../settings.ts'

/** Of the socket, whatever TRUST_PROXY says: a proxy on this machine connects from loopback, for clients from anywhere. */
export const isFromThisMachine = ({ raw, headers }: FastifyRequest): boolean =>
  isOnThisMachine({ address: raw.socket.remoteAddress, httpVersion: raw.httpVersion, headers })

/** Whether the address is the demonstration account's, whose password stands in a file and in the start's output. */
const isDemo = ({ demo }: Settings, email: string): boolean => demo !== null && demo.email === email

/** Whether an account may be used by this request: the demonstration account on its own machine only. */
export const mayUseAccount = (settings: Settings, email: string, request: FastifyRequest): boolean =>
  !isDemo(settings, email) || isFromThisMachine(request)

/** Before anything else is done for it, so that no code is mailed and no password is tried or changed. */
export const throwIfDemoElsewhere = (settings: Settings, email: string, request: FastifyRequest): void => {
  if (mayUseAccount(settings, email, request)) return
  throw new AppError('FORBIDDEN', 'The demonstration account is for this machine alone, and not through a proxy.')
}
