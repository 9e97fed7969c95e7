import { decodeBody } from '@knockwire/domain/executions/body-text'
import { contentTypeOf } from '@knockwire/domain/headers/header-list'
import type { RateSourceFile } from '@knockwire/domain/rates/source-file'
import type { OutboundClient } from '@knockwire/outbound/create-client'
import type { OutboundFailureCode, OutboundOutcome } from '@knockwire/outbound/outcome'

export type Fetched = { kind: 'body'; body: string } | { kind: 'failed'; problem: string }

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
  if (outcome.statusCode !== 200) return failed(`The source answered ${outcome.statusCode}.`)
  if (outcome.isTruncated) return failed('The source is longer than what is read of an answer.')
  const body = decodeBody(outcome.body, contentTypeOf(outcome.headers))
  return body === null ? failed('The source answered with no text.') : { kind: 'body', body }
}
