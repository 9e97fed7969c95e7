import type { HistoryFilters } from '@knockwire/domain/history/filters'
import { type SQL, sql } from 'drizzle-orm'

/** The columns that filters of every history are about. */
export interface FilteredColumns {
  id: SQL
  createdAt: SQL
  statusCode: SQL
}

/** What each filter selects: one that has no condition here would select everything. */
type ConditionOf<Filters> = { readonly [Name in keyof Filters]-?: (value: NonNullable<Filters[Name]>) => SQL }

/** Of the filters that every history has, those that select by the same columns. */
export const commonConditions = ({ id, createdAt, statusCode }: FilteredColumns) =>
  ({
    code: (codes) => anyOf(codes.map((code) => isCode(statusCode, code))),
    notified: (isNotified) => {
      const deliveries = sql`exists (select from deliveries where deliveries.subject_id = ${id})`
      return isNotified ? deliveries : sql`not ${deliveries}`
    },
    from: (from) => sql`${createdAt} >= ${from}::timestamptz`,
    to: (to) => sql`${createdAt} <= ${to}::timestamptz`,
  }) satisfies Partial<ConditionOf<HistoryFilters>>

/** The conditions of what a query filters by. */
export const conditionsOf = <Filters extends object>(query: Filters, conditionOf: ConditionOf<Filters>): SQL[] =>
  (Object.keys(conditionOf) as (keyof Filters)[]).flatMap((name) => {
    const value = query[name]
    return value === undefined || value === null ? [] : [conditionOf[name](value)]
  })

const isCode = (column: SQL, code: string): SQL => {
  const hundreds = Number(code[0]) * 100
  return /xx$/i.test(code)
    ? sql`${column} between ${hundreds}::int and ${hundreds + 99}::int`
    : sql`${column} = ${Number(code)}::int`
}

export const anyOf = (conditions: readonly SQL[]): SQL => sql`(${sql.join([...conditions], sql` or `)})`

export const textContains = (column: SQL, text: string): SQL => sql`strpos(lower(${column}), lower(${text})) > 0`
