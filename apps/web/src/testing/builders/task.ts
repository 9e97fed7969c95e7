import type { RequestTargetView } from '@knockwire/domain/requests/request-target'
import { defaultRequestTarget } from '@knockwire/domain/requests/request-rules'
import { defaultScheduler } from '@knockwire/domain/schedules/default-scheduler'
import type { SchedulerView } from '@knockwire/domain/schedules/scheduler'
import type { TaskPage, TaskView } from '@knockwire/domain/tasks/task'
import { taskStates } from '@knockwire/domain/tasks/task-list-options'
import type { TaskHealth } from '@knockwire/domain/tasks/task-health'
import { idOf } from './ids.ts'
import { minutesAgo } from './times.ts'

interface TaskChanges extends Partial<Omit<TaskView, 'scheduler' | 'request'>> {
  scheduler?: Partial<SchedulerView>
  target?: Partial<RequestTargetView>
}

const requestTarget = (more: Partial<RequestTargetView> = {}): RequestTargetView => ({
  uri: 'https://example.com/tea',
  method: 'GET',
  headers: [],
  body: null,
  followRedirect: true,
  allowInsecureCerts: false,
  basicAuth: { status: 'DISABLED', username: '', passwordSet: false },
  ...more,
})

/** Active, every half an hour. */
export const task = ({ scheduler = {}, target, ...more }: TaskChanges = {}): TaskView => ({
  id: idOf('task', 1),
  version: 2,
  name: 'Tea',
  status: 'ACTIVE',
  key: null,
  description: null,
  labels: {},
  managedBy: null,
  createdAt: minutesAgo(600),
  lastOpenedAt: null,
  scheduler: {
    ...defaultScheduler,
    intervalSecond: 1800,
    expression: null,
    timezone: null,
    oneTimeModeEpochSecond: null,
    oneTimeModeTimezone: null,
    catchUp: 'ONCE',
    catchUpSecond: null,
    status: 'ACTIVE',
    disabledReason: null,
    nextExecutionDate: minutesAgo(-20),
    ...scheduler,
  },
  request: { target: requestTarget(target) },
  completion: null,
  notificationCount: 1,
  ...more,
})

/** As it is made: nothing of it was typed yet. */
export const draft = (more: TaskChanges = {}): TaskView =>
  task({
    version: 1,
    name: null,
    status: 'DRAFT',
    notificationCount: 0,
    ...more,
    target: { uri: defaultRequestTarget.uri, ...more.target },
    scheduler: { status: 'DISABLED', nextExecutionDate: null, ...more.scheduler },
  })

/** Of a task that has not run yet. */
export const health = (more: Partial<TaskHealth> = {}): TaskHealth => ({
  since: null,
  failing: null,
  lastOutage: null,
  uptimePercent: null,
  medianMs: null,
  p95Ms: null,
  recentRuns: [],
  ...more,
})

const noCounts = Object.fromEntries(taskStates.map((state) => [state, 0])) as TaskPage['counts']

interface TaskPageChanges extends Partial<Omit<TaskPage, 'counts'>> {
  counts?: Partial<TaskPage['counts']>
}

/** A page of the list; of an account without tasks where nothing else is said. */
export const taskPage = ({ results = [], counts, ...more }: TaskPageChanges = {}): TaskPage => ({
  results,
  total: results.length,
  page: 0,
  taskCount: results.length,
  ...more,
  counts: { ...noCounts, ...counts },
})
