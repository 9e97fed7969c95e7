import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from './client.ts'
import { createTestDatabase } from './testing/test-database.ts'

const preparedIn = async (isSession: boolean): Promise<number> => {
  const { url, close } = await createTestDatabase()
  onTestFinished(close)
  const database = openDatabase({ url, max: 1, applicationName: 'pooled', isSession, onIdleError: () => {} })
  const query = { name: 'twice', text: 'select $1::int + 1 as next', values: [1] }
  for (let time = 0; time < 2; time += 1) expect((await database.pool.query(query)).rows).toEqual([{ next: 2 }])
  const { rows } = await database.pool.query<{ count: number }>(
    'select count(*)::int as count from pg_prepared_statements',
  )
  await database.close()
  return rows[0]?.count ?? NaN
}

it('statements are prepared by name in a session, and none are where a connection is no session', async () => {
  expect(await preparedIn(true)).toBe(1)
  expect(await preparedIn(false)).toBe(0)
})
