import { uuidv7 } from '@knockwire/db/uuidv7'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { selectDeliveries } from './load-deliveries.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

it('[TH-28] a page’s deliveries are read at once, by the index of their subjects', async () => {
  const query = selectDeliveries(test.db, [uuidv7(), uuidv7()])
  const { rows } = await test.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`)
    return tx.execute<{ 'QUERY PLAN': string }>(sql`explain ${query.getSQL()}`)
  })
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toMatch(/deliveries_once/)
  expect(plan).toMatch(/Index Cond: \(subject_id = ANY/)
})
