import { addressKeyOf } from '@knockwire/domain/heartbeats/signals/other-addresses'
import { targetPath } from '@knockwire/domain/receivers/target-path'

const tokenPath = /^\/r\/([\w-]{16,64})(?:[/?#]|$)/

/**
 * The receiver's token, or what finds it by an address of another service; null where the address is none of a receiver. What
 * follows it is the sender's.
 */
export const tokenOf = (url: string): string | null => tokenPath.exec(targetPath(url))?.[1] ?? addressKeyOf(url)

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
