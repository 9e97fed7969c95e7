import { z } from 'zod'
import { Id, Timestamp } from '../id.ts'
import { DeliveryView } from '../notifications/deliveries/delivery.ts'
import { heartbeatStates } from './heartbeat-rules.ts'

export const HeartbeatState = z.enum(heartbeatStates)

/** How a receiver that expects calls fares. */
export const HeartbeatView = z.object({
  state: HeartbeatState,
  /** When it took this state. */
  since: Timestamp,
  lastSignalAt: Timestamp.nullable(),
  /** When the next signal is expected; null before the first one and while it is paused. */
  expectedAt: Timestamp.nullable(),
  /** Shows the state to anyone who knows it: JSON, and an SVG behind `/svg`. */
  badgeUrl: z.string(),
})
export type HeartbeatView = z.infer<typeof HeartbeatView>

export const ChangeReason = z.enum([
  'SIGNAL',
  'STARTED',
  'LATE',
  'SILENT',
  'FAILED',
  'UNMET',
  'RUN_TOO_LONG',
  'TOO_FEW',
  'REJECTED',
  'AS_USUAL',
  'NOT_JUDGED',
  'EDITED',
  'PAUSED',
  'RESUMED',
])

/** What was counted of a receiver that expects what is usual. */
export const CountedView = z.object({
  /** Requests that it recorded, or that it rejected. */
  kind: z.enum(['RECEIVED', 'REJECTED']),
  count: z.number().int(),
  from: Timestamp,
  to: Timestamp,
  /** How many would have been usual. */
  usualFrom: z.number().int(),
  usualTo: z.number().int(),
})
export type CountedView = z.infer<typeof CountedView>

/** A change of a heartbeat's state. */
export const HeartbeatChangeView = z.object({
  id: Id,
  at: Timestamp,
  state: HeartbeatState,
  reason: ChangeReason,
  /** When the signal was expected that came or did not. */
  expectedAt: Timestamp.nullable(),
  lastSignalAt: Timestamp.nullable(),
  /** Of the run that ended, or had not ended in time, in milliseconds; null where there is none. */
  duration: z.number().int().nullable(),
  exitCode: z.number().int().nullable(),
  /** How much longer the signal was waited for, since none could be taken for a time, in milliseconds; null where one always could. */
  absence: z.number().int().nullable(),
  /** Where what is usual did not come: with the reasons TOO_FEW and REJECTED, and LATE before. Null with others. */
  counted: CountedView.nullable(),
  /** What became of its notifications. */
  notificationResults: z.array(DeliveryView),
})
export type HeartbeatChangeView = z.infer<typeof HeartbeatChangeView>

/** At most this many are listed. */
export const mostListedChanges = 100

/** The newest changes of a heartbeat, the latest first. */
export const HeartbeatChangeList = z.object({ results: z.array(HeartbeatChangeView) })
export type HeartbeatChangeList = z.infer<typeof HeartbeatChangeList>
