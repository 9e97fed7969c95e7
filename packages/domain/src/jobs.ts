import { z } from 'zod'
import { type ChannelType, channelTypes } from './channels/channel-types.ts'
import { Id } from './id.ts'

/**
 * Calls to make. One job carries a group of executions, because a queue row for each run
 * would cost more than the rest of its recording; each execution is still claimed, fenced
 * and finished on its own row.
 */
export const RunJob = z.strictObject({ executionIds: z.array(Id).min(1) })
export type RunJob = z.infer<typeof RunJob>

/** A mail of the product itself (a code, a notice), not one of the user's notifications. */
export const SystemMailJob = z.strictObject({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  /** A key of `systemMailKinds`, and whom it is about: for metrics and the log. */
  kind: z.string().optional(),
  accountId: z.string().optional(),
})
export type SystemMailJob = z.infer<typeof SystemMailJob>

/** A mail about mortgage rates, complete as it is sent, unless its reader has ended it meanwhile. */
export const RateMailJob = z.strictObject({
  kind: z.enum(['DAILY', 'ALERT']),
  accountId: Id,
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  headers: z.record(z.string(), z.string()),
  /** The same at each attempt, so that a mail that was sent twice is shown once. */
  messageId: z.string(),
})
export type RateMailJob = z.infer<typeof RateMailJob>

/** Delivers one row of `deliveries` through its channel. */
export const DeliveryJob = z.strictObject({ deliveryId: Id })
export type DeliveryJob = z.infer<typeof DeliveryJob>

export type DeliveryJobName = `deliver-${Lowercase<ChannelType>}`

/** Each channel has its own queue, so that a slow provider delays no other channel. */
export const deliveryJobName = (type: ChannelType) => `deliver-${type.toLowerCase()}` as DeliveryJobName

export const deliveryJobNames = channelTypes.map(deliveryJobName)

const deliveryJobs = Object.fromEntries(deliveryJobNames.map((name) => [name, DeliveryJob])) as Record<
  DeliveryJobName,
  typeof DeliveryJob
>

export const jobs = {
  run: RunJob,
  'system-mail': SystemMailJob,
  'rate-mail': RateMailJob,
  ...deliveryJobs,
} as const

export type JobName = keyof typeof jobs

/** Announced as jobs are, though its rows are no jobs: received requests wait for the conditions of notifications. */
export const undecidedRequests = 'undecided-requests'
/** Likewise: signals to heartbeats wait to be taken. */
export const heartbeatSignals = 'heartbeat-signals'
/** Likewise: targets have said how executions ended. */
export const completions = 'completions'
/** What is announced without being a job. */
export type Announced = typeof undecidedRequests | typeof heartbeatSignals | typeof completions
export type JobData<N extends JobName> = z.infer<(typeof jobs)[N]>
