import type { HeartbeatState } from '@knockwire/domain/heartbeats/heartbeat-rules'
import type { ReceiverStatus } from '@knockwire/domain/receivers/receiver'
import type { TaskState } from '@knockwire/domain/tasks/task'
import type { Owner } from '../api/query-keys.ts'

const dashboard = '/dashboard'
const account = `${dashboard}/account`
const drafts = `${dashboard}/drafts`
const operator = `${dashboard}/operator`

/** A task's or a receiver's page: its settings. */
const ownerPath = ({ kind, id }: Owner) => `${dashboard}/${kind}s/${id}` as const

/** Every address of the dashboard. The router declares the same addresses as patterns. */
export const paths = {
  dashboard,
  owner: ownerPath,
  overview: `${dashboard}/overview`,
  tasks: `${dashboard}/tasks`,
  /** The list, of those in this state alone. */
  tasksIn: (state: TaskState) => `${dashboard}/tasks?status=${state.toLowerCase()}`,
  task: (id: string) => ownerPath({ kind: 'task', id }),
  drafts,
  draft: (id: string) => `${drafts}/${id}` as const,
  /** Creates an empty draft, and opens it. */
  newDraft: `${drafts}/new`,
  receivers: `${dashboard}/receivers`,
  receiversIn: (state: ReceiverStatus | HeartbeatState) => `${dashboard}/receivers?status=${state.toLowerCase()}`,
  receiver: (id: string) => ownerPath({ kind: 'receiver', id }),
  history: (owner: Owner) => `${ownerPath(owner)}/executions` as const,
  /** One row of a history: an execution or a received request. */
  historyRow: (owner: Owner, rowId: string) => `${ownerPath(owner)}/executions/${rowId}` as const,
  account,
  accountTab: (tab: AccountTab) => `${account}/${tab}` as const,
  auditLogOf: (objectId: string) => `${account}/audit-log?object=${objectId}` as const,
  operator,
  operatorTab: (tab: OperatorTab) => `${operator}/${tab}` as const,
  support: `${dashboard}/support`,
} as const

export type AccountTab = 'members' | 'profile' | 'security' | 'tokens' | 'code' | 'audit-log' | 'data'
export type OperatorTab = 'accounts' | 'users' | 'errors' | 'activity'

/** Whether a path is this address or one below it. */
export const isAtOrBelow = (base: string, pathname: string): boolean =>
  pathname === base || pathname.startsWith(`${base}/`)
