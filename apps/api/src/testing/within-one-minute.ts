import type pg from 'pg'

const minuteSql = `select date_trunc('minute', clock_timestamp())::text as minute`

/**
 * What was done within one minute of the database's clock, by which the calls of receivers are limited. Where the minute passed, it
 * is done again, so that it has to make what it counts.
 */
export const withinOneMinute = async <T>(pool: pg.Pool, act: () => Promise<T>): Promise<T> => {
  const minute = async () => (await pool.query<{ minute: string }>(minuteSql)).rows[0]?.minute
  for (;;) {
    const before = await minute()
    const result = await act()
    if ((await minute()) === before) return result
  }
}
