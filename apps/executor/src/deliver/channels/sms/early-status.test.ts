import { deliveries } from '@knockwire/db/schema/notifications'
import { deliveryQueueOf } from '@knockwire/services/deliveries/delivery-jobs'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { seedAccount, textTo } from '../../../testing/rows/seed.ts'
import { deliveryOf, seedDelivery } from '../../../testing/rows/seed-delivery.ts'
import { startTarget } from '../../../testing/peers/target.ts'
import { startTestDeliveries, useTestDatabase } from '../../../testing/test-executor.ts'
describe('an SMS whose status Twilio reports before it has answered', async () => {
  const { db, url, stopAfter } = await useTestDatabase()

  it('ends as was reported, whatever the answer, and is not sent again', async () => {
    const twilio = await startTarget()
    stopAfter(twilio.close)
    const twilioSettings = { accountSid: 'AC1', authToken: 'x', from: '+15005550006', apiOrigin: twilio.origin }
    const workers = await startTestDeliveries(url, { settings: { sms: { ...twilioSettings, kind: 'twilio' } } })
    stopAfter(workers.stop)
    const { id: accountId } = await seedAccount(db)
    const outcomes = [
      { status: 'FAILED', answer: [201, '{"sid":"SM1"}'] },
      { status: 'DELIVERED', answer: [503, ''] },
    ] as const
    for (const { status, answer } of outcomes) {
      const called = Promise.withResolvers<() => void>()
      twilio.on('*', ({ response }) => called.resolve(() => response.writeHead(answer[0]).end(answer[1])))
      const id = await seedDelivery(workers, { accountId, setting: textTo('+16045550199') })
      const answerNow = await called.promise
      await db.update(deliveries).set({ status, providerMessageId: 'SM1' }).where(eq(deliveries.id, id))
      answerNow()
      const depth = () => workers.context.queue.depth(deliveryQueueOf.SMS)
      await expect.poll(depth).toEqual({ waiting: 0, inFlight: 0 })
      expect(await deliveryOf(db, id)).toMatchObject({ status, attempts: 1, providerMessageId: 'SM1' })
    }
    expect(twilio.calls).toHaveLength(outcomes.length)
  })
})
