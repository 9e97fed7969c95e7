import type { Socket } from 'node:net'
import { connect, createSecureContext, type SecureContext, type TLSSocket } from 'node:tls'
import type { Deadline } from '../call/deadline.ts'
import { OutboundError, codeOf, connectionReset } from '../outbound-error.ts'

export interface TlsTarget {
  host: string
  /** Empty for an IP address. */
  servername: string
  isInsecureAllowed: boolean
}

/** Made once, since it takes 0.1 ms. It holds no session. */
let sharedContext: SecureContext | null = null
const secureContext = () => (sharedContext ??= createSecureContext())

const messages: Record<string, string> = {
  CERT_HAS_EXPIRED: "The target's certificate has expired.",
  CERT_NOT_YET_VALID: "The target's certificate is not valid yet.",
  CERT_REVOKED: "The target's certificate was revoked.",
  DEPTH_ZERO_SELF_SIGNED_CERT:
    "The target's certificate is self-signed. Allow insecure certificates to call it all the same.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The target's certificate is for another host name.",
  SELF_SIGNED_CERT_IN_CHAIN: "The target's certificate is signed by an authority that is not trusted.",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "The target's certificate is signed by an authority that is not trusted.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "The target's certificate is incomplete: it lacks its intermediate certificate.",
}

/** What an error of a handshake means for the user. */
export const tlsFailure = (error: unknown) => {
  const code = codeOf(error)
  if (code === 'ECONNRESET' || code === 'EPIPE') return connectionReset(error)
  const message =
    messages[code] ?? 'No secure connection could be made: the target does not speak TLS as expected on this port.'
  return new OutboundError('TLS_INVALID', message, error)
}

const ignore = () => {}

/**
 * TLS over a connection whose address was checked. There is no cache of sessions, so that the certificate
 * is looked at on each connection, and one account's sessions are never another's.
 */
export const openTls = (socket: Socket, target: TlsTarget, deadline: Deadline): Promise<TLSSocket> =>
  deadline.step<TLSSocket>('answer', ({ resolve, reject }) => {
    const secure = connect({
      socket,
      host: target.host,
      servername: target.servername,
      secureContext: secureContext(),
      rejectUnauthorized: !target.isInsecureAllowed,
      ALPNProtocols: ['http/1.1'],
    })
    const fail = (error: unknown) => reject(tlsFailure(error))
    secure.on('error', ignore)
    secure.once('error', fail)
    secure.once('secureConnect', () => {
      secure.off('error', fail)
      resolve(secure)
    })
    return () => secure.destroy()
  })
