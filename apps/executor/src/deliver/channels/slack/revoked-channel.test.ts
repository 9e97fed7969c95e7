import { notifications, slackChannels } from '@knockwire/db/schema/notifications'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { seedAccount, slackTo } from '../../../testing/rows/seed.ts'
import { seedDelivery, seedSlackChannel, untilDone } from '../../../testing/rows/seed-delivery.ts'
import { startTarget, type Target } from '../../../testing/peers/target.ts'
import { startTestDeliveries, testSecrets, useTestDatabase } from '../../../testing/test-executor.ts'
describe('a Slack channel whose permission is revoked while a message is in flight', async () => {
  const { db, url, stopAfter } = await useTestDatabase()
  let target: Target
  let workers: Awaited<ReturnType<typeof startTestDeliveries>>
  beforeAll(async () => {
    target = await startTarget()
    stopAfter(target.close)
    workers = await startTestDeliveries(url)
    stopAfter(workers.stop)
  })

  const revokedAt = async (id: string) =>
    (await db.select().from(slackChannels).where(eq(slackChannels.id, id)))[0]?.revokedAt

  /** Sends to a channel, and lets Slack refuse only once something has changed. */
  const rejectAfter = async (change: (channelId: string) => Promise<unknown>) => {
    const { id: accountId } = await seedAccount(db)
    const path = `/${accountId}`
    const webhookUrl = `${target.origin}${path}`
    const called = Promise.withResolvers<() => void>()
    target.on(path, ({ response }) => called.resolve(() => response.writeHead(403).end('invalid_token')))
    const used = await seedSlackChannel(db, accountId, { webhookUrl })
    const other = await seedSlackChannel(db, accountId, { webhookUrl, slackChannelId: 'C0OTHER' })
    const id = await seedDelivery(workers, { accountId, setting: slackTo(used) })
    const reject = await called.promise
    await change(used)
    await db
      .update(notifications)
      .set({ setting: slackTo(other) })
      .where(eq(notifications.accountId, accountId))
    reject()
    expect((await untilDone(db, id)).status).toBe('FAILED')
    return { used: await revokedAt(used), other: await revokedAt(other) }
  }

  it('is marked, and not the one that the notification names by now', async () => {
    expect(await rejectAfter(() => Promise.resolve())).toEqual({ used: expect.any(Date), other: null })
  })

  it('is not marked where it was connected again', async () => {
    const connectAnew = (channelId: string) =>
      db
        .update(slackChannels)
        .set({ token: testSecrets.encrypt('xoxb-new') })
        .where(eq(slackChannels.id, channelId))
    expect(await rejectAfter(connectAnew)).toEqual({ used: null, other: null })
  })
})
