import { describe, expect, it } from 'vitest'
import type { DeliveryStatus, NotificationType } from './delivery.ts'
import { mayStillChange } from './may-still-change.ts'
describe('[TH-28] a delivery', () => {
  const nowMs = Date.UTC(2030, 0, 1)

  it.each<[NotificationType, DeliveryStatus, number | null, boolean]>([
    ['EMAIL', 'PENDING', null, true],
    ['SMS', 'PENDING', null, true],
    ['EMAIL', 'DELIVERED', 1, false],
    ['SMS', 'DELIVERED', 1, true],
    ['SMS', 'DELIVERED', 299, true],
    ['SMS', 'DELIVERED', 300, false],
    ['SMS', 'FAILED', null, false],
    ['SMS', 'FAILED', 1, false],
    // By a clock that is behind the server's.
    ['SMS', 'DELIVERED', -1, true],
    ['EMAIL', 'DELIVERED', -1, false],
    ['EMAIL', 'LIMIT_EXCEEDED', null, false],
  ])('by %s that is %s since %s s may still change: %s', (type, status, seconds, may) => {
    const deliveredAt = seconds === null ? null : new Date(nowMs - seconds * 1000).toISOString()
    expect(mayStillChange({ type, status, deliveredAt }, nowMs)).toBe(may)
  })
})
