import { decodeBody } from '@knockwire/domain/charsets/decode-body'
import { contentTypeOf } from '@knockwire/domain/headers/read-headers'
import { plottedNumber } from '@knockwire/domain/series/number-value'
import type { SeriesQuery } from '@knockwire/domain/series/series'
import { maskHeaders } from '@knockwire/services/secrets/stored-headers'
import type { ApiContext, Caller } from '../../context.ts'
import { selectBodies, type SeriesRun } from './queries.ts'

export interface PlottedValues {
  /** By the executions' ids; null and missing alike where there is no number. */
  values: ReadonlyMap<string, number | null>
  /** Executions whose body was not read, because it is too much together. */
  unread: number
}

type Source = Pick<SeriesQuery, 'source' | 'property'>

/** What a chart plots of each execution. JSON paths are read in the sandbox, since anyone may have written body and path. */
export const readPlottedValues = async (
  context: ApiContext,
  caller: Caller,
  runs: readonly SeriesRun[],
  { source, property }: Source,
): Promise<PlottedValues> => {
  const responses = runs.filter(({ status }) => status === 'SUCCEEDED')
  if (source === 'response_time' || source === 'response_code') {
    const valueOf = (run: SeriesRun) => (source === 'response_time' ? run.responseTimeMs : run.statusCode)
    return { values: new Map(responses.map((run) => [run.id, valueOf(run)])), unread: 0 }
  }
  const isNumber = source === 'response_body_text'
  if (responses.length === 0 || (!isNumber && property.trim() === '')) return { values: new Map(), unread: 0 }
  const bodies = { executionIds: responses.map(({ id }) => id), isNumber }
  const rows = await context.reads.inTurnOf(caller.accountId)((db) => selectBodies(db, bodies))
  const texts = rows.flatMap(({ executionId, headers, isTruncated, body }) => {
    if (body === null) return []
    const text = decodeBody(body, contentTypeOf(maskHeaders(headers ?? [])), isTruncated)
    return text === null ? [] : [{ executionId, text }]
  })
  if (isNumber)
    return { values: new Map(texts.map(({ executionId, text }) => [executionId, plottedNumber(text)])), unread: 0 }
  const values = new Map<string, number | null>()
  for (const chunk of chunksOf(texts)) {
    const chunkBodies = chunk.map(({ text }) => text)
    const job = { kind: 'numbers', bodies: chunkBodies, property } as const
    const numbers = await context.sandbox.run(caller.accountId, job)
    for (const [index, { executionId }] of chunk.entries()) values.set(executionId, numbers?.[index] ?? null)
  }
  return { values, unread: rows.filter(({ body, bytes }) => body === null && bytes !== null).length }
}

/** Characters of the bodies that go into the sandbox at once: each job has little time. */
const chunkLength = 256 * 1024

interface BodyText {
  executionId: string
  text: string
}

const chunksOf = (texts: readonly BodyText[]): BodyText[][] => {
  const chunks: BodyText[][] = []
  let length = Infinity
  for (const body of texts) {
    if (length + body.text.length > chunkLength) {
      chunks.push([])
      length = 0
    }
    chunks.at(-1)?.push(body)
    length += body.text.length
  }
  return chunks
}
