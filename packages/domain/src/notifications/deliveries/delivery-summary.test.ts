import { describe, expect, it } from 'vitest'
import type { DeliveryStatus } from './delivery.ts'
import { summarizeDeliveries } from './delivery-status.ts'
describe('[TH-28] the deliveries of one row, at a glance', () => {
  it.each<[DeliveryStatus[], DeliveryStatus, string]>([
    [['DELIVERED'], 'DELIVERED', 'Notifications: 1 delivered'],
    [['DELIVERED', 'PENDING', 'DELIVERED'], 'PENDING', 'Notifications: 1 pending, 2 delivered'],
    [['PENDING', 'LIMIT_EXCEEDED'], 'LIMIT_EXCEEDED', 'Notifications: 1 over the limit, 1 pending'],
    [
      ['DELIVERED', 'LIMIT_EXCEEDED', 'PENDING', 'FAILED', 'FAILED'],
      'FAILED',
      'Notifications: 2 failed, 1 over the limit, 1 pending, 1 delivered',
    ],
  ])('%j: the worst is %s', (statuses, worst, label) => {
    expect(summarizeDeliveries(statuses.map((status) => ({ status })))).toEqual({ worst, label })
  })

  it('are nothing to show where no notification was due', () => {
    expect(summarizeDeliveries([])).toBeNull()
  })
})
