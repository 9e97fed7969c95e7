import type { Database } from '@knockwire/db/client'
import { sanitizeForPostgres } from '@knockwire/db/postgres-text'
import { decodeBody } from '@knockwire/domain/charsets/decode-body'
import { contentTypeOf } from '@knockwire/domain/headers/read-headers'
import type { RateSourceFile } from '@knockwire/domain/rates/source-file'
import type { OutboundClient } from '@knockwire/outbound/create-client'
import type { OutboundFailureCode, OutboundOutcome } from '@knockwire/outbound/outcome'
import type { Logger } from 'pino'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { type Lease, releaseLease } from './lease.ts'
import { readSource, type SourceBody } from './read-source.ts'
import { LeaseLost, type Quarantined, storeFailure, storeReading } from './store-reading.ts'

type Fetched = ({ kind: 'body' } & SourceBody) | { kind: 'failed'; problem: string }

const failed = (problem: string): Fetched => ({ kind: 'failed', problem })

/** What keeps a machine without a network from every source. */
const offlineCodes: ReadonlySet<OutboundFailureCode> = new Set(['DNS_NOT_FOUND', 'CONNECTION_REFUSED'])

const accepts: Readonly<Record<RateSourceFile['format'], string>> = {
  json: 'application/json',
  html: 'text/html',
  csv: 'text/csv, text/plain;q=0.9',
  text: 'text/plain',
}

/** Fetches a source through the guarded client, as a task's call is made. It never throws for what the source does. */
export const fetchSource = async (
  client: OutboundClient,
  { url, format }: RateSourceFile,
  signal?: AbortSignal,
): Promise<Fetched> => {
  const request = {
    uri: url,
    method: 'GET' as const,
    headers: [['accept', `${accepts[format]}, */*;q=0.1`]] as const,
    followRedirect: true,
    allowInsecureCerts: false,
    partition: 'rate sources',
  }
  const outcome = await client.send(request, signal === undefined ? {} : { signal })
  return toFetched(outcome)
}

const toFetched = (outcome: OutboundOutcome): Fetched => {
  if (outcome.kind === 'failure') {
    const hint = offlineCodes.has(outcome.code) ? ' This machine may have no network.' : ''
    return failed(`${outcome.message}${hint}`)
  }
  if (outcome.statusCode !== 200) return failed(`The source responded with ${outcome.statusCode}.`)
  if (outcome.isTruncated) return failed('The response of the source is too long.')
  const contentType = contentTypeOf(outcome.headers)
  const text = decodeBody(outcome.body, contentType)
  return text === null
    ? failed('The source responded with a body that is not text.')
    : { kind: 'body', text, contentType }
}

interface RefreshTools {
  db: Database
  client: OutboundClient
  sandbox: Sandbox
  log: Logger
  now: () => number
  /** Aborted: the fetch ends, and the source is left to the next executor. */
  signal?: AbortSignal
}

export type Refreshed =
  | { kind: 'read'; accepted: number; date: string; quarantined: Quarantined[] }
  | { kind: 'failed'; problem: string }
  /** Nothing was written: this executor stops, or another one has taken the source over. */
  | { kind: 'released' }

/** Fetches, reads and records a source that this process holds. What the source does wrong is a result, never a throw. */
export const refreshSource = async (tools: RefreshTools, source: RateSourceFile, lease: Lease): Promise<Refreshed> => {
  try {
    return await refresh(tools, source, lease)
  } catch (error) {
    if (error instanceof LeaseLost) return { kind: 'released' }
    throw error
  }
}

const refresh = async (tools: RefreshTools, source: RateSourceFile, lease: Lease): Promise<Refreshed> => {
  const { db, log, now, signal } = tools
  const fetched = await fetchSource(tools.client, source, signal)
  if (signal?.aborted) {
    await releaseLease(db, lease)
    return { kind: 'released' }
  }
  if (fetched.kind === 'failed') return fail(tools, source, lease, fetched.problem)
  const nowMs = now()
  const { days, problem } = await readSource(tools.sandbox, source, fetched, nowMs)
  if (problem !== null) return fail(tools, source, lease, problem)
  const { accepted, quarantined } = await storeReading(db, { lease, source, days, nowMs })
  for (const value of quarantined) log.warn({ source: source.key, ...value }, 'rate put into quarantine')
  log.info({ source: source.key, accepted, quarantined: quarantined.length }, 'rate source read')
  return { kind: 'read', accepted, date: days.at(-1)?.date ?? '', quarantined }
}

const fail = async (
  { db, log, now }: RefreshTools,
  source: RateSourceFile,
  lease: Lease,
  problem: string,
): Promise<Refreshed> => {
  const failures = await storeFailure(db, { lease, source, problem: sanitizeForPostgres(problem), nowMs: now() })
  // The first is logged as an error; a machine without a network need not hear of each that follows.
  const level = failures === 1 ? 'warn' : 'info'
  log[level]({ source: source.key, url: source.url, problem, failures }, 'rate source failed')
  return { kind: 'failed', problem }
}
