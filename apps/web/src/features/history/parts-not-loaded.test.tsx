import type { ExecutionRow } from '@knockwire/domain/executions/execution'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { idOf } from '../../testing/builders/ids.ts'
import { receiver, requestRow } from '../../testing/builders/receiver.ts'
import { task } from '../../testing/builders/task.ts'
import { minutesAgo } from '../../testing/builders/times.ts'
import { rejected, server } from '../../testing/network.ts'
import { openPage } from '../../testing/open-page.tsx'
import { noExecutions, serveTask } from '../../testing/serve-task.ts'
import { serveReceiver } from '../../testing/serve-receiver.ts'

const execution: ExecutionRow = {
  id: idOf('execution', 1),
  taskId: task().id,
  status: 'SUCCEEDED',
  trigger: 'SCHEDULE',
  createdAt: minutesAgo(5),
  scheduledFor: minutesAgo(5),
  startedAt: minutesAgo(5),
  lagMs: 3,
  responseTimeMs: 120,
  response: { statusCode: 200, bodyBytes: 2 },
  error: null,
  notificationResults: [],
}

const openHistory = async () => {
  serveTask(task(), { rows: { ...noExecutions, results: [execution], total: 1, newest: execution.id } })
  server.get('/tasks/:id/series', 'SeriesView', () => rejected(400, 'MALFORMED'))
}

/** The part that could not be loaded is loaded again by its own button. */
const retry = async (text: string) => {
  const message = page.getByRole('alert').filter({ hasText: text })
  await expect.element(message).toBeVisible()
  return () => message.getByRole('button', { name: 'Try again' }).click()
}

it('bookmarks that could not be loaded are not missing without a word', async () => {
  await openHistory()
  server.get('/tasks/:id/charts', 'ChartList', () => rejected(400, 'MALFORMED'))
  await openPage(`/dashboard/tasks/${task().id}/executions`)
  const again = await retry('The bookmarks could not be loaded.')
  server.get('/tasks/:id/charts', 'ChartList', () => ({
    results: [
      { id: idOf('other', 1), taskId: task().id, key: null, name: 'Queue', source: 'response_time', property: '' },
    ],
  }))
  await again()
  await expect.element(page.getByRole('button', { name: 'Queue', exact: true })).toBeVisible()
})

it('missed executions that could not be loaded are not missing without a word', async () => {
  await openHistory()
  const none = { results: [], total: 0, page: 0, disabled: [] }
  server.get('/tasks/:id/planned-runs', 'PlannedRunsView', () => rejected(400, 'MALFORMED'))
  await openPage(`/dashboard/tasks/${task().id}/executions`)
  const again = await retry('The missed executions could not be loaded.')
  server.get('/tasks/:id/planned-runs', 'PlannedRunsView', () => ({ ...none, lag: { runs: 20, p50Ms: 3, p99Ms: 9 } }))
  await again()
  await expect.element(page.getByText(/Of 20 executions in the last 30 days/)).toBeVisible()
})

it('rejected requests that could not be loaded are not missing without a word', async () => {
  const served = serveReceiver(receiver(), requestRow(1))
  server.get('/receivers/:id/rejected', 'RejectedRequestsView', () => rejected(400, 'MALFORMED'))
  server.get('/receivers/:id/news', 'ReceiverNews', () => ({ rows: null, state: served.state, changed: null }))
  await openPage(`/dashboard/receivers/${receiver().id}/executions`)
  const again = await retry('The rejected requests could not be loaded.')
  const late = {
    reason: 'TOO_LARGE',
    lastHour: 2,
    lastDay: 2,
    lastWeek: 2,
    firstAt: minutesAgo(2),
    lastAt: minutesAgo(1),
  } as const
  server.get('/receivers/:id/rejected', 'RejectedRequestsView', () => ({ requestsPerMinute: 600, results: [late] }))
  await again()
  await expect.element(page.getByText(/2 requests were rejected in the last hour/)).toBeVisible()
})
