import type { ChannelType } from '@knockwire/domain/channels/channel-types'
import { insertDelivery } from './insert-delivery.ts'
import type { TestApp } from '../test-app.ts'

/** A delivery that was made six minutes ago, has failed, and waits for its next attempt. Gives its id. */
export const insertRetriedDelivery = (test: Pick<TestApp, 'db'>, type: ChannelType): Promise<string> =>
  insertDelivery(test, {
    type,
    recipient: 'ada@example.com',
    status: 'PENDING',
    attempts: 3,
    error: 'The mail server could not be reached (ECONNREFUSED).',
    createdAt: new Date(Date.now() - 360_000),
    deliveredAt: null,
    nextAttemptAt: new Date(Date.now() + 240_000),
  })
