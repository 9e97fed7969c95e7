import { codeOf, OutboundError } from '../outbound-error.ts'

/** Every address of a host, or an error with a code of `node:dns`. */
export type ResolveHost = (host: string) => Promise<readonly string[]>

interface CachedAnswer {
  addresses: Promise<readonly string[]>
  expiresAt: number
}

const capacity = 2_000

const notFound = (host: string, cause: unknown) => {
  const isUnknown = ['ENOTFOUND', 'ENODATA', 'EBADNAME', ''].includes(codeOf(cause))
  const reason = isUnknown
    ? `The host name ${host} was not found. Check its spelling and its DNS records.`
    : `The host name ${host} could not be resolved. Check that its DNS servers respond.`
  return new OutboundError('DNS_NOT_FOUND', reason, cause)
}

/**
 * Looks each host up once for all who ask at about the same time: a thousand tasks of one host that are due
 * together are one query. What comes back is not vetted.
 */
export class HostResolver {
  readonly #resolve: ResolveHost
  readonly #cacheMs: number
  /** In the order of asking, which is that of expiry too. */
  readonly #answers = new Map<string, CachedAnswer>()

  constructor(resolve: ResolveHost, cacheMs: number) {
    this.#resolve = resolve
    this.#cacheMs = cacheMs
  }

  addressesOf(host: string): Promise<readonly string[]> {
    const now = performance.now()
    const known = this.#answers.get(host)
    if (known !== undefined && known.expiresAt > now) return known.addresses
    this.#dropExpired(now)
    const addresses = this.#ask(host)
    this.#answers.delete(host)
    this.#answers.set(host, { addresses, expiresAt: now + this.#cacheMs })
    return addresses
  }

  async #ask(host: string) {
    const addresses = await this.#resolve(host).catch((cause: unknown) => {
      throw notFound(host, cause)
    })
    if (addresses.length === 0) throw notFound(host, null)
    return addresses
  }

  #dropExpired(now: number) {
    for (const [host, { expiresAt }] of this.#answers) {
      if (expiresAt > now && this.#answers.size < capacity) return
      this.#answers.delete(host)
    }
  }
}
