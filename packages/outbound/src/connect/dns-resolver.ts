import { Resolver } from 'node:dns/promises'
import type { ResolveHost } from './resolve-host.ts'

/**
 * Asks the DNS servers of this machine's configuration. Not `dns.lookup`: that waits in the four threads
 * that decompression and files share, so four names with a silent DNS server would hold up every other call.
 */
export const createDnsResolver = (servers: readonly string[] = []): ResolveHost => {
  const resolver = new Resolver({ timeout: 2_000, tries: 3 })
  if (servers.length > 0) resolver.setServers(servers)

  return async (host) => {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const addresses = [v4, v6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    // One family is enough: only addresses in hand are vetted and used, the other's error cannot let one through.
    if (addresses.length === 0 && v4.status === 'rejected') throw v4.reason
    return addresses
  }
}
