import { z } from 'zod'
import { Role } from '../accounts/role.ts'
import { Id } from '../id.ts'
import { pageOf, pageQuery } from '../page.ts'
import { Plan } from '../plans/plan.ts'

/** What the operator says to everybody who is signed in, and whether anything is called at all. What is left out stays. */
export const InstanceStateInput = z.strictObject({
  /** A line above every page of the dashboard; null: none. */
  banner: z.string().trim().min(1).max(300).nullable().optional(),
  /** No task runs, no notification is sent and no test is made until it is set to false again. */
  areCallsPaused: z.boolean().optional(),
})
export type InstanceStateInput = z.infer<typeof InstanceStateInput>

export const InstanceStateView = z.object({
  banner: z.string().nullable(),
  /** Null: calls are made. */
  callsPausedAt: z.string().nullable(),
})
export type InstanceStateView = z.infer<typeof InstanceStateView>

const count = z.number().int()

export const OperatorOverview = z.object({
  version: z.string(),
  state: InstanceStateView,
  counts: z.object({
    users: count,
    accounts: count,
    suspendedAccounts: count,
    /** Active ones. */
    tasks: count,
    /** Active ones. */
    receivers: count,
    databaseBytes: count,
  }),
  work: z.object({
    /** Processes that run tasks. */
    executors: count,
    /** How long the task that is due longest has waited, in seconds; 0 where none is due. */
    oldestDueSeconds: z.number(),
    /** To be sent now, or waiting for their next attempt. */
    deliveriesWaiting: count,
    oldestDeliverySeconds: z.number(),
    mailsWaiting: count,
    oldestMailSeconds: z.number(),
    /** Runs that ended within the last hour, and how many of them failed. */
    runsLastHour: count,
    failedRunsLastHour: count,
  }),
  /** Results of the notifications of the last hour, by channel. */
  channels: z.array(
    z.object({
      type: z.string(),
      delivered: count,
      failed: count,
      /** Why the newest failed, or has to be tried again; null where none did. */
      lastError: z.string().nullable(),
    }),
  ),
  /** What this process was started with. Of a secret, only whether it is set. */
  settings: z.array(z.object({ name: z.string(), value: z.string().nullable(), isSecret: z.boolean() })),
})
export type OperatorOverview = z.infer<typeof OperatorOverview>

export const OperatorListQuery = z.object({
  ...pageQuery(25),
  /** Part of an address or a name, or an id. */
  search: z.string().trim().max(200).default(''),
})
export type OperatorListQuery = z.infer<typeof OperatorListQuery>

export const OperatorAccountView = z.object({
  id: Id,
  name: z.string(),
  plan: Plan,
  createdAt: z.string(),
  suspended: z.object({ at: z.string(), reason: z.string() }).nullable(),
  members: z.array(z.object({ userId: Id, email: z.string(), role: Role })),
  taskCount: count,
  activeTaskCount: count,
  receiverCount: count,
  storedBytes: count,
  /** When one of its members was last seen in it; null: never since sessions are kept. */
  lastSeenAt: z.string().nullable(),
})
export type OperatorAccountView = z.infer<typeof OperatorAccountView>
export const OperatorAccountPage = pageOf(OperatorAccountView)
export type OperatorAccountPage = z.infer<typeof OperatorAccountPage>

export const OperatorUserView = z.object({
  id: Id,
  email: z.string(),
  name: z.string(),
  isConfirmed: z.boolean(),
  hasPassword: z.boolean(),
  createdAt: z.string(),
  lastSeenAt: z.string().nullable(),
  sessionCount: count,
  accounts: z.array(z.object({ id: Id, name: z.string(), role: Role })),
})
export type OperatorUserView = z.infer<typeof OperatorUserView>
export const OperatorUserPage = pageOf(OperatorUserView)
export type OperatorUserPage = z.infer<typeof OperatorUserPage>

export const SuspendInput = z.strictObject({
  /** Shown to the account's members. */
  reason: z.string().trim().min(1, 'Say why: its members read it.').max(300),
})
export type SuspendInput = z.infer<typeof SuspendInput>

export const SetPlanInput = z.strictObject({ plan: Plan })
export type SetPlanInput = z.infer<typeof SetPlanInput>

/** An error that was reported more than once is one of these. */
export const ReportedErrorView = z.object({
  id: z.string(),
  /** Where it happened: in somebody's browser, or in a process of the server. */
  source: z.enum(['BROWSER', 'API']),
  name: z.string(),
  message: z.string(),
  /** The page or the route. */
  place: z.string(),
  frames: z.array(z.string()),
  build: z.string(),
  count,
  firstAt: z.string(),
  lastAt: z.string(),
})
export type ReportedErrorView = z.infer<typeof ReportedErrorView>
/** The one that was reported last first. */
export const ReportedErrorList = z.object({ results: z.array(ReportedErrorView) })
export type ReportedErrorList = z.infer<typeof ReportedErrorList>
