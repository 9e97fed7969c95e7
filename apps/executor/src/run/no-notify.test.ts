import { dueChannel, jobsChannel, receiversChannel } from '@knockwire/db/channels'
import { listen } from '@knockwire/queue/listen'
import { describe, expect, it } from 'vitest'
import { scheduleOf, untilEnded } from '../testing/history.ts'
import { seedAccount, seedNotification, seedTask, textTo, untilSettled } from '../testing/rows/seed.ts'
import { startTarget } from '../testing/peers/target.ts'
import { startTestExecutor, useTestDatabase } from '../testing/test-executor.ts'

describe('commits of runs', async () => {
  const { db, pool, url, stopAfter } = await useTestDatabase()

  it('notify nobody: not those that claim, start and record runs, nor those that queue and send deliveries', async () => {
    const target = await startTarget()
    stopAfter(target.close)
    target.on('/reset', ({ response }) => void response.destroy())
    const executor = await startTestExecutor(url)
    stopAfter(executor.stop)
    const { rows } = await pool.query<{ channel: string }>(
      `select 'pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24) as channel`,
    )
    const heard: { channel: string; payload: string; application: string }[] = []
    const applicationOf = new Map<number, string>()
    const lookUp = async () => {
      const sql = 'select pid, application_name from pg_stat_activity'
      const { rows: sessions } = await pool.query<{ pid: number; application_name: string }>(sql)
      for (const { pid, application_name: name } of sessions) applicationOf.set(pid, name)
    }
    const senders: { channel: string; payload: string; pid: number }[] = []
    const listener = await listen({
      url,
      applicationName: 'listener',
      channels: [dueChannel, jobsChannel, receiversChannel, ...rows.map(({ channel }) => channel)],
      onNotification: (channel, payload, pid) => void senders.push({ channel, payload, pid }),
      onListening: () => {},
      onError: () => {},
    })
    stopAfter(listener.close)

    const { id: accountId } = await seedAccount(db, { plan: 'FREE' })
    const every = (intervalSecond: number) => ({ intervalSecond, anchorAt: new Date(), dueAt: new Date() })
    const uri = `${target.origin}/`
    const taskId = await seedTask(db, { accountId, uri, schedule: every(1) })
    const notificationId = await seedNotification(db, { accountId, taskId, setting: textTo('+16045550199') })
    const failing = { ...every(1), consecutiveFailures: 2 }
    const failingId = await seedTask(db, { accountId, uri: `${target.origin}/reset`, schedule: failing })
    await untilEnded(db, taskId, 2)
    await untilSettled(db, notificationId, 1)
    await expect.poll(async () => (await scheduleOf(db, failingId)).status).toBe('DISABLED')
    await lookUp()
    heard.push(...senders.map(({ pid, ...rest }) => ({ ...rest, application: applicationOf.get(pid) ?? '' })))
    const ofExecutor = heard.filter(({ application }) => application.startsWith('knockwire'))
    expect(ofExecutor).toEqual([])
    // The test's own, which show that notifications are heard.
    expect(heard.some(({ channel }) => channel === dueChannel)).toBe(true)
    expect(executor.errors).toEqual([])
  })
})
