import { createHash } from 'node:crypto'
import { type ErrorSource, reportedErrors } from '@knockwire/db/schema/operator'
import { messageWithoutValues } from '@knockwire/domain/client-errors/without-values'
import { sql } from 'drizzle-orm'
import type { ApiContext } from '../../context.ts'
import { productVersion } from '../../product-version.ts'

interface Report {
  source: ErrorSource
  name: string
  message: string
  /** The page or the route, without ids. */
  place: string
  frames: readonly string[]
  build: string
}

/** Of different errors: a page that anybody may write to must not fill the database. */
const mostErrors = 1000

/** Counts an unexpected error for the operator's page: one row for all that are the same. Throws nothing. */
export const reportError = async (
  { db, now, log }: Pick<ApiContext, 'db' | 'now' | 'log'>,
  { source, name, message, place, frames, build }: Report,
): Promise<void> => {
  const id = createHash('sha256')
    .update(JSON.stringify([source, name, message, place, frames]))
    .digest('hex')
  const at = new Date(now()).toISOString()
  try {
    await db.execute(sql`
      insert into reported_errors (id, source, name, message, place, frames, build, count, first_at, last_at)
      select ${id}, ${source}, ${name}, ${message}, ${place}, ${sql.param([...frames])}::text[], ${build}, 1,
        ${at}::timestamptz, ${at}::timestamptz
      where (select count(*) from ${reportedErrors}) < ${mostErrors}
        or exists (select from ${reportedErrors} where id = ${id})
      on conflict (id) do update
        set count = reported_errors.count + 1, last_at = excluded.last_at, build = excluded.build`)
  } catch (error) {
    log.warn({ err: error }, 'an error could not be recorded for the operator')
  }
}

/** Steps of a stack in our own files, as `queries.ts:12:34`, without the folders before them. */
const framesOf = ({ stack = '' }: Error): string[] =>
  stack
    .split('\n')
    .slice(1, 30)
    .map((line) => line.slice(line.lastIndexOf('/') + 1).replace(')', ''))
    .filter((frame) => /^[\w.-]{1,100}:\d+:\d+$/.test(frame))
    .slice(0, 12)

/** The same of an error that a route of the API did not expect. */
export const reportUnexpected = (context: Pick<ApiContext, 'db' | 'now' | 'log'>, error: Error, route: string) => {
  // Of a failed query the database's own error says why.
  const { name, message } = error.cause instanceof Error ? error.cause : error
  return reportError(context, {
    source: 'API',
    name: messageWithoutValues(name),
    message: messageWithoutValues(message),
    place: route,
    frames: framesOf(error),
    build: productVersion,
  })
}
