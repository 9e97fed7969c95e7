import { type DeliveryWorkers, startDeliveries } from '../notify/deliver/start-deliveries.ts'
import { createTestContext, type TestExecutorOptions } from './test-executor.ts'

export interface TestDeliveriesOptions extends TestExecutorOptions {
  /** None waits between its attempts, unless it is said otherwise. */
  waitsSeconds?: readonly number[]
  now?: () => number
}

/** DeliveryWorkers without the rest of an executor, in the test's process. */
export const startTestDeliveries = async (url: string, options: TestDeliveriesOptions = {}) => {
  const { context, errors, close } = await createTestContext(url, options)
  const { waitsSeconds = [0, 0, 0, 0], now = Date.now } = options
  const workers: DeliveryWorkers = startDeliveries(context, { now, retries: { waitsSeconds, random: () => 0.5 } })
  let stopped: Promise<void> | undefined
  const stop = async (drainMs: number) => {
    await workers.stop(drainMs)
    await close()
  }
  return { context, errors, wake: workers.wake, stop: (drainMs = 5000) => (stopped ??= stop(drainMs)) }
}
