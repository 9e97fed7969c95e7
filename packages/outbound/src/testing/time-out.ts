import { setImmediate as nextTurn } from 'node:timers/promises'
import { onTestFinished, vi } from 'vitest'
import type { OutboundRequest } from '../request.ts'
import { clientFor, failureIn } from './calls.ts'

/** The limit of a call that is to end by it. */
export const shortMs = 250

/** Time passes as the test says. */
export const stopTime = () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
}

/** Resolves once the condition is met, while time stands still. */
export const until = async (isMet: () => boolean): Promise<void> => {
  while (!isMet()) await nextTurn()
}

/**
 * The failure of a call whose deadline passes once it has begun: on a busy machine, time alone may run out before it is
 * connected, which is another failure.
 */
export const timeOut = async (request: OutboundRequest, hasBegun: () => boolean) => {
  stopTime()
  const sending = clientFor({ timeoutMs: shortMs }).send(request)
  await until(hasBegun)
  vi.advanceTimersByTime(shortMs)
  const outcome = await sending
  vi.useRealTimers()
  return failureIn(outcome)
}
