import type { ExecutionPage } from '@knockwire/domain/executions/execution'
import { SaveTaskInput, type TaskView } from '@knockwire/domain/tasks/task'
import type { TaskHealth } from '@knockwire/domain/tasks/task-health'
import { health as noRuns } from './builders/task.ts'
import { type Call, rejected, server } from './network.ts'

interface Served {
  /** As it is stored. */
  view: TaskView
  health: TaskHealth
  rows: ExecutionPage
  /** Names what the news describe: a test that changes something gives it another name. */
  state: string
  /** A save is answered once this is resolved. */
  held: Promise<void> | null
}

export const noExecutions: ExecutionPage = {
  results: [],
  total: 0,
  page: 0,
  newest: null,
  hasNewItem: false,
  newer: 0,
  isActive: true,
}

/** What a save makes of the stored task: what it does not say stays. */
function saved(view: TaskView, { body, query }: Call): TaskView {
  const { version: _version, status: _status, ...input } = SaveTaskInput.parse(body)
  const { password, ...basicAuth } = input.request.target.basicAuth
  const isActivated = query.get('activate') === 'true'
  return {
    ...view,
    ...input,
    ...(isActivated && { status: 'ACTIVE' }),
    completion: input.completion === undefined ? view.completion : input.completion,
    version: view.version + 1,
    scheduler: {
      ...view.scheduler,
      ...input.scheduler,
      catchUp: input.scheduler.catchUp ?? view.scheduler.catchUp,
      catchUpSecond: input.scheduler.catchUpSecond ?? null,
      ...(isActivated && { status: 'ACTIVE' }),
    },
    request: {
      target: {
        ...input.request.target,
        basicAuth: {
          ...basicAuth,
          passwordSet: password === undefined ? view.request.target.basicAuth.passwordSet : password !== '',
        },
      },
    },
  }
}

/** The API of one task, without runs unless stated otherwise. What is saved is what is answered from then on. */
export function serveTask(view: TaskView, more: Partial<Served> = {}): Served {
  const served: Served = { view, health: noRuns(), rows: noExecutions, state: 'first', held: null, ...more }
  const isOther = ({ params }: Call) => params['id'] !== served.view.id
  const rejectOther = (call: Call) => {
    if (isOther(call)) throw new Error(`There is no task ${call.params['id']}`)
  }
  server.get('/tasks/:id', 'TaskView', (call) => {
    rejectOther(call)
    return served.view
  })
  server.post('/tasks/:id', 'TaskView', async (call) => {
    await served.held
    const { version = served.view.version } = SaveTaskInput.parse(call.body)
    if (version < served.view.version) return rejected(409, 'OUT_OF_DATE', { current: served.view })
    served.view = saved(served.view, call)
    return served.view
  })
  server.done.post('/tasks/:id/update-last-open-time')
  server.get('/tasks/:id/executions', 'ExecutionPage', () => served.rows)
  server.get('/tasks/:id/charts', 'ChartList', () => ({ results: [] }))
  server.get('/tasks/:id/planned-runs', 'PlannedRunsView', () => ({
    results: [],
    total: 0,
    page: 0,
    lag: null,
    disabled: [],
  }))
  server.get('/tasks/:id/news', 'TaskNews', ({ query }) => ({
    rows: query.has('after') ? { ...served.rows, results: [], hasNewItem: false } : null,
    state: served.state,
    changed: query.get('seen') === served.state ? null : { task: served.view, health: served.health, series: null },
  }))
  return served
}
