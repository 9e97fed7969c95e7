import type { IncomingMessage } from 'node:http'
import { targetPath } from '@knockwire/domain/receivers/target-path'

const tokenPath = /^\/r\/([\w-]{16,64})(?:[/?#]|$)/

/** The receiver's token, or null where the address is none of a receiver. Whatever follows it is the sender's. */
export const tokenOf = (url: string): string | null => tokenPath.exec(targetPath(url))?.[1] ?? null

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

/** Of the headers, what decides how a body is read. */
export interface Framing {
  hasBody: boolean
  /** The announced length, where one is. */
  announcedBytes: number | null
}

/** The parser has rejected whatever is ambiguous before this is called. */
export const framingOf = (headers: readonly string[]): Framing => {
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index] ?? ''
    if (name.length === 14 && name.toLowerCase() === 'content-length') {
      const announcedBytes = Number(headers[index + 1])
      return { hasBody: announcedBytes > 0, announcedBytes }
    }
    if (name.length === 17 && name.toLowerCase() === 'transfer-encoding') return { hasBody: true, announcedBytes: null }
  }
  return { hasBody: false, announcedBytes: 0 }
}
