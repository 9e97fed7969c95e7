import type pg from 'pg'

/** A connection that notes how many rows each of its statements returns or changes. */
export const countRows = (client: pg.PoolClient): { measured: pg.PoolClient; counts: number[] } => {
  const counts: number[] = []
  const query = async (...statement: [string, unknown[]]) => {
    const result = await client.query(...statement)
    counts.push(result.rowCount ?? 0)
    return result
  }
  const measured = new Proxy(client, { get: (target, key) => (key === 'query' ? query : Reflect.get(target, key)) })
  return { measured, counts }
}
