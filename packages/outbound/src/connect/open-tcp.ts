import { connect, type LookupFunction, type Socket } from 'node:net'
import type { Deadline } from '../call/deadline.ts'
import { codeOf, connectionReset, internalError, unreachable } from '../outbound-error.ts'

/** How long one address has before the next is tried as well. Node's 250 ms is too short across an ocean. */
const attemptTimeoutMs = 1_000

/** This machine has no socket, port or memory left: nobody's target is at fault. */
const ownErrors: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'EADDRNOTAVAIL', 'ENOBUFS', 'ENOMEM'])

const firstCause = (error: unknown): unknown => (error instanceof AggregateError ? error.errors[0] : error)

/** What an error of a connection that did not come about means for the user. */
export const connectFailure = (error: unknown) => {
  const code = codeOf(firstCause(error))
  if (ownErrors.has(code)) return internalError(error)
  return code === 'ECONNRESET' ? connectionReset(error) : unreachable(error)
}

/** Node resolves nothing: it is given what was vetted, all of it, and knows it as the answer for a name of no meaning. */
const answerWith =
  (addresses: readonly string[]): LookupFunction =>
  (_name, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )

const destination = (addresses: readonly string[]) => {
  const [only = ''] = addresses
  if (addresses.length === 1) return { host: only }
  return {
    host: 'vetted.invalid',
    lookup: answerWith(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: attemptTimeoutMs,
  }
}

const ignore = () => {}

/** A connection to the first of the addresses that takes one. */
export const openTcp = (addresses: readonly string[], port: number, deadline: Deadline): Promise<Socket> =>
  deadline.step<Socket>('connect', ({ resolve, reject }) => {
    const socket = connect({ ...destination(addresses), port, noDelay: true })
    const fail = (error: unknown) => reject(connectFailure(error))
    // Stays for the socket's life: between owners an error would otherwise end the process.
    socket.on('error', ignore)
    socket.once('error', fail)
    socket.once('connect', () => {
      socket.off('error', fail)
      resolve(socket)
    })
    return () => socket.destroy()
  })
