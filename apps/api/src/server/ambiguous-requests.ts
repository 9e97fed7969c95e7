import type { IncomingMessage } from 'node:http'

/** Which of them is meant is read differently by different servers (RFC 9112, 3.2 wants 400). */
export const namesTwoHosts = (headers: readonly string[]): boolean => {
  let hosts = 0
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}

/**
 * HTTP/1.0 knows no Transfer-Encoding: a proxy of that version hands on the header without knowing where the body ends, and
 * what follows would be read as a request (RFC 9112, 6.1).
 */
export const hasFaultyFraming = ({ httpVersionMajor, httpVersionMinor, headers }: IncomingMessage): boolean =>
  httpVersionMajor === 1 && httpVersionMinor === 0 && headers['transfer-encoding'] !== undefined
