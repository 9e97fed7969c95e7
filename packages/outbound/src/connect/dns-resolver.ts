import { Resolver } from 'node:dns/promises'
import { codeOf } from '../outbound-error.ts'
import type { ResolveHost } from './resolve-host.ts'

/** How long IPv6 addresses are waited for once it is known what there is of IPv4 (RFC 8305 section 3). */
const defaultGraceMs = 50

interface FamilyAnswer {
  addresses: readonly string[]
  error: unknown
}

const noAnswer: FamilyAnswer = { addresses: [], error: null }

const answerOf = (query: Promise<string[]>): Promise<FamilyAnswer> =>
  query.then(
    (addresses) => ({ addresses, error: null }),
    (error: unknown) => ({ addresses: [], error }),
  )

/** Nothing that the other family could add would be needed: there are addresses, or there is no such name. */
const isEnough = ({ addresses, error }: FamilyAnswer) => addresses.length > 0 || codeOf(error) === 'ENOTFOUND'

const after = (ms: number) => {
  const { promise, resolve } = Promise.withResolvers<FamilyAnswer>()
  const timer = setTimeout(resolve, ms, noAnswer)
  return { promise, clear: () => clearTimeout(timer) }
}

/** Some DNS servers never answer what they are asked about IPv6, which takes seconds to find out. */
const withinGrace = async (v6: Promise<FamilyAnswer>, graceMs: number) => {
  const grace = after(graceMs)
  const answer = await Promise.race([v6, grace.promise])
  grace.clear()
  return answer
}

/**
 * Asks the DNS servers of this machine's configuration. Not `dns.lookup`: that waits in the four threads
 * that decompression and files share, so four names with a silent DNS server would hold up every other call.
 * IPv6 is not used alone while IPv4 may come: this machine need not have it.
 */
export const createDnsResolver = (servers: readonly string[] = [], graceMs = defaultGraceMs): ResolveHost => {
  const resolver = new Resolver({ timeout: 2_000, tries: 3 })
  if (servers.length > 0) resolver.setServers(servers)

  return async (host) => {
    const query6 = answerOf(resolver.resolve6(host))
    const v4 = await answerOf(resolver.resolve4(host))
    const v6 = isEnough(v4) ? await withinGrace(query6, graceMs) : await query6
    const addresses = [...v4.addresses, ...v6.addresses]
    // One family is enough: only addresses in hand are vetted and used, the other's error cannot let one through.
    if (addresses.length === 0 && v4.error !== null) throw v4.error
    return addresses
  }
}
