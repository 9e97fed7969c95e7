import pg from 'pg'
import { vi } from 'vitest'

/** How many statements the connections of these pools send while the work is done. */
export const countStatements = async (pools: readonly pg.Pool[], work: () => Promise<unknown>): Promise<number> => {
  let count = 0
  const original = pg.Client.prototype.query
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function query(this: pg.Client, ...args) {
    if (pools.some((pool) => isOf(this, pool))) count += 1
    return Reflect.apply(original, this, args) as never
  })
  try {
    await work()
    return count
  } finally {
    spy.mockRestore()
  }
}

const isOf = (client: pg.Client, { options }: pg.Pool) =>
  'connectionParameters' in client &&
  client.connectionParameters instanceof Object &&
  'application_name' in client.connectionParameters &&
  client.connectionParameters.application_name === options.application_name
