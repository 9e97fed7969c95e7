import { type DatabaseHandle, openDatabase } from '@knockwire/db/client'
import type { Logger } from 'pino'
import { writerSession } from './commit/write-requests.ts'

/** A commit that takes longer is given up, and its senders are told to try again; the second is for a server that does not even say so. */
const timeouts = { statement_timeout: '10000', query_timeout: '12000' }

/** The ingress's own connections: neither side of the product waits for the other's. */
export const openIngressPool = (databaseUrl: string, connections: number, log: Logger): DatabaseHandle => {
  const url = new URL(databaseUrl)
  for (const [name, ms] of Object.entries(timeouts)) url.searchParams.set(name, ms)
  const session = Object.entries(writerSession).map(([name, value]) => `-c ${name}=${value}`)
  url.searchParams.set('options', [url.searchParams.get('options') ?? '', ...session].join(' ').trim())
  return openDatabase({
    url: url.href,
    max: connections,
    applicationName: 'knockwire-ingress',
    onIdleError: (error) => log.warn({ err: error }, 'a database connection of the ingress was lost'),
  })
}
