import type { OverviewView, ReceiverWithProblem, TaskWithProblem } from '@knockwire/domain/overview/overview'
import { idOf } from './ids.ts'
import { minutesAgo } from './times.ts'

/** Of an account in which nothing is, or so many active tasks and receivers that are as they should be. */
export const overview = ({ tasks = 0, receivers = 0 } = {}): OverviewView => ({
  tasks: {
    counts: { DEACTIVATED: 0, FAILING: 0, LATE: 0, ACTIVE: tasks, DISABLED: 0 },
    problems: 0,
    results: [],
  },
  receivers: {
    counts: { ACTIVE: receivers, DISABLED: 0 },
    heartbeats: { NEW: 0, UP: receivers, RUNNING: 0, LATE: 0, DOWN: 0, PAUSED: 0 },
    problems: 0,
    results: [],
  },
})

export const failingTask = (more: Partial<TaskWithProblem> = {}): TaskWithProblem => ({
  id: idOf('task', 1),
  name: 'Price of tea',
  uri: 'https://shop.example/tea',
  problem: 'FAILING',
  since: minutesAgo(3),
  failingRuns: 2,
  statusCode: 503,
  errorCode: null,
  ...more,
})

export const silentReceiver = (more: Partial<ReceiverWithProblem> = {}): ReceiverWithProblem => ({
  id: idOf('receiver', 1),
  name: 'Backup',
  state: 'DOWN',
  mode: 'EVERY',
  since: minutesAgo(90),
  reason: 'SILENT',
  duration: null,
  lastSignalAt: minutesAgo(1600),
  expectedAt: minutesAgo(160),
  ...more,
})
