import { isIP } from 'node:net'
import { hostOf, portOf } from '../url-rules.ts'
import type { Endpoint } from './open-socket.ts'

/** The name in a Host header, or none where it is an address. */
const nameIn = (hostHeader: string) => {
  const name = hostHeader.startsWith('[') ? '' : hostHeader.replace(/:\d*$/, '')
  return isIP(name) === 0 ? name : ''
}

/** A Host header of the user's names the certificate too, so that a server can be asked by its address. */
export const endpointOf = (url: URL, hostHeader: string | null, isInsecureAllowed: boolean): Endpoint => {
  const host = hostOf(url)
  return {
    host,
    port: portOf(url),
    isTls: url.protocol === 'https:',
    servername: nameIn(hostHeader ?? host),
    isInsecureAllowed,
  }
}
