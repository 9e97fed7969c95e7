import { sql } from 'drizzle-orm'

/** A time in JSON that the database makes, as the wire has it. `column`: its name. */
export const wireTime = (column: string) =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)
