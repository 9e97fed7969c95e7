import type pg from 'pg'

/** How many statements the connections of these pools are given while the work is done. */
export const countStatements = async (pools: readonly pg.Pool[], work: () => Promise<unknown>): Promise<number> => {
  let count = 0
  const seen = new WeakSet<pg.PoolClient>()
  const watch = (client: pg.PoolClient) => {
    if (seen.has(client)) return
    seen.add(client)
    const query: (...args: unknown[]) => unknown = client.query.bind(client)
    const counting = (...args: unknown[]) => {
      count += 1
      return query(...args)
    }
    Object.assign(client, { query: counting })
  }
  for (const pool of pools) pool.on('acquire', watch)
  try {
    await work()
    return count
  } finally {
    for (const pool of pools) pool.off('acquire', watch)
  }
}
