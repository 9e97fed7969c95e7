import { sql } from 'drizzle-orm'

/** A time as the API gives it, of a column that is read as text. */
export const isoSql = (column: string) =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)
