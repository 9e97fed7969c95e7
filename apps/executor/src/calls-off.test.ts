import { serverFacts } from '@knockwire/db/schema/server-facts'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { countStatements } from './testing/measures/count-statements.ts'
import { callTo, seedAccount, seedTask } from './testing/rows/seed.ts'
import { seedDelivery } from './testing/rows/seed-delivery.ts'
import { startSmtpPeer } from './testing/peers/smtp-peer.ts'
import { startTarget } from './testing/peers/target.ts'
import { createTestContext, startTestExecutor, useTestDatabase } from './testing/test-executor.ts'

const { db, url, stopAfter } = await useTestDatabase()

it('with KNOCKWIRE_CALLS=off an executor calls nothing, sends nothing and changes nothing, and says so', async () => {
  const target = await startTarget()
  const smtp = await startSmtpPeer()
  stopAfter(target.close)
  stopAfter(smtp.close)
  const { id: accountId } = await seedAccount(db)
  const due = { dueAt: new Date(Date.now() - 60_000) }
  await seedTask(db, { accountId, uri: `${target.origin}/task`, schedule: due })
  const { context, close } = await createTestContext(url)
  await seedDelivery({ context, wake: () => {} }, { accountId, setting: callTo(`${target.origin}/hook`) })
  await context.queue.send(db, 'system-mail', [{ to: 'ada@example.com', subject: 'Your code', text: 'It is 1.' }])
  await close()
  const state = async () =>
    (
      await db.execute(sql`
        select (select json_agg(s order by task_id) from schedules s) as schedules,
          (select json_agg(d order by id) from deliveries d) as deliveries,
          (select json_agg(json_build_object('name', name, 'state', state, 'tries', retry_count) order by id) from pgboss.job) as jobs`)
    ).rows
  const before = await state()
  const mail = { kind: 'smtp', url: smtp.url, from: 'no-reply@knockwire.example' } as const
  const settings = { makesCalls: false, mail, witnessUrls: [`${target.origin}/witness`] }
  const executor = await startTestExecutor(url, { settings })
  const readyz = await fetch(`http://127.0.0.1:${executor.port}/readyz`)
  expect(await readyz.json()).toMatchObject({ status: 'ready', calls: 'off' })
  expect(await db.select({ isSo: serverFacts.isSo }).from(serverFacts)).toEqual([{ isSo: false }])

  // Its only statements are those that it was asked for, so that there is nothing which it could do later.
  const { database, maintenance } = executor.context
  expect(await countStatements([database.pool, maintenance.pool], () => sleep(3000))).toBe(0)
  expect({ calls: target.calls, mails: smtp.mails }).toEqual({ calls: [], mails: [] })
  expect(await state()).toEqual(before)
  await executor.stop()

  // There was something to be made: an executor that makes calls makes it.
  const making = await startTestExecutor(url, { settings: { mail } })
  stopAfter(making.stop)
  await expect.poll(() => target.calls.map(({ path }) => path).toSorted()).toEqual(['/hook', '/task'])
  await expect.poll(() => smtp.mails.length).toBe(1)
})
