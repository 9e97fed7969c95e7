import { type Couriers, startCouriers } from '../notify/deliver/start-couriers.ts'
import { createTestContext, type TestExecutorOptions } from './test-executor.ts'

export interface TestCouriersOptions extends TestExecutorOptions {
  /** None waits between its attempts, unless it is said otherwise. */
  waitsSeconds?: readonly number[]
  now?: () => number
}

/** Couriers without the rest of an executor, in the test's process. */
export const startTestCouriers = async (url: string, options: TestCouriersOptions = {}) => {
  const { context, errors, close } = await createTestContext(url, options)
  const { waitsSeconds = [0, 0, 0, 0], now = Date.now } = options
  const couriers: Couriers = startCouriers(context, { now, retries: { waitsSeconds, random: () => 0.5 } })
  let stopped: Promise<void> | undefined
  const stop = async (drainMs: number) => {
    await couriers.stop(drainMs)
    await close()
  }
  return { context, errors, wake: couriers.wake, stop: (drainMs = 5000) => (stopped ??= stop(drainMs)) }
}
