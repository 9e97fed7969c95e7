import type { HistoryQuery } from '@knockwire/domain/history/history'
import { type SQL, sql } from 'drizzle-orm'

/** The columns that filters of every history are about. */
export interface FilteredColumns {
  id: SQL
  createdAt: SQL
  statusCode: SQL
}

/** The filters that every history has. */
export const commonFilters = ({ code, notified, from, to }: HistoryQuery, columns: FilteredColumns): SQL[] => {
  const conditions: SQL[] = []
  if (code !== undefined) conditions.push(anyOf(code.map((one) => isCode(columns.statusCode, one))))
  if (notified !== undefined) {
    const isNotified = sql`exists (select from deliveries where deliveries.subject_id = ${columns.id})`
    conditions.push(notified ? isNotified : sql`not ${isNotified}`)
  }
  if (from !== undefined) conditions.push(sql`${columns.createdAt} >= ${from}::timestamptz`)
  if (to !== undefined) conditions.push(sql`${columns.createdAt} <= ${to}::timestamptz`)
  return conditions
}

const isCode = (column: SQL, code: string): SQL => {
  const hundreds = Number(code[0]) * 100
  return /xx$/i.test(code)
    ? sql`${column} between ${hundreds}::int and ${hundreds + 99}::int`
    : sql`${column} = ${Number(code)}::int`
}

export const anyOf = (conditions: readonly SQL[]): SQL => sql`(${sql.join([...conditions], sql` or `)})`

export const textContains = (column: SQL, text: string): SQL => sql`strpos(lower(${column}), lower(${text})) > 0`
