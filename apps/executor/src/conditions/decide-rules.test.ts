import type pg from 'pg'
import { expect, it } from 'vitest'
import { seedAccount, seedNotification, seedTask, textTo } from '../testing/rows/seed.ts'
import { createTestContext, useTestDatabase } from '../testing/test-executor.ts'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { lockStates, saveStates } from './decide-rules.ts'

const { db, url, stopAfter } = await useTestDatabase()

it('a decision that waited for a rule sees the state that the one before it has left', async () => {
  const { context, close } = await createTestContext(url)
  stopAfter(close)
  const { pool } = context.database
  const { id: accountId } = await seedAccount(db)
  const taskId = await seedTask(db, { accountId, uri: 'http://127.0.0.1/' })
  const notificationId = await seedNotification(db, { accountId, taskId, setting: textTo('+16045550199') })
  const [first, second] = [await pool.connect(), await pool.connect()]
  const alertState = {
    isNotified: true,
    isWithheld: true,
    consecutiveMatches: 3,
    consecutiveMisses: 2,
    heldSince: new Date(1_900_000_000_000),
    lastValues: [{ value: 1 }],
  }
  try {
    await first.query('begin')
    await second.query('begin')
    await lockStates(first, [notificationId])
    const waiting = lockStates(second, [notificationId])
    await expect.poll(() => isSomebodyWaiting(pool)).toBe(true)
    await saveStates(first, [{ notificationId, subjectId: uuidv7(), state: alertState }])
    await first.query('commit')
    expect((await waiting).get(notificationId)?.state).toEqual(alertState)
  } finally {
    for (const client of [first, second]) {
      await client.query('rollback')
      client.release()
    }
  }
})

const isSomebodyWaiting = async (pool: pg.Pool) => {
  const { rowCount } = await pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rowCount === 1
}
