import { expect, it } from 'vitest'
import { makeBusy } from '../testing/busy-sandbox.ts'
import { seedAccount, textTo } from '../testing/rows/seed.ts'
import { seedDelivery, untilDone } from '../testing/rows/seed-delivery.ts'
import { createTestContext, useTestDatabase } from '../testing/test-executor.ts'
import { startDeliveries } from './start-deliveries.ts'

const { db, url, stopAfter } = await useTestDatabase()

it('a delivery whose template nobody had time for is tried again', async () => {
  const { context, close } = await createTestContext(url)
  stopAfter(close)
  const sandbox = makeBusy(context.sandbox)
  const retries = { waitsSeconds: [0, 0, 0, 0], random: () => 0.5 }
  const onEnded = () => sandbox.setBusy(false)
  const workers = startDeliveries({ ...context, sandbox }, { retries, onEnded })
  stopAfter(() => workers.stop(1000))
  const { id: accountId } = await seedAccount(db)
  sandbox.setBusy(true)
  const id = await seedDelivery({ context, wake: workers.wake }, { accountId, setting: textTo('+16045550199') })
  expect(await untilDone(db, id)).toMatchObject({ status: 'DELIVERED', attempts: 2 })
  expect(sandbox.rejected()).toBe(1)
})
