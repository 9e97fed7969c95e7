import type { RecentRun } from '@knockwire/domain/tasks/task'
import type { TaskHealth } from '@knockwire/domain/tasks/task-health'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { executionOf, executionRow } from '../../../testing/builders/execution.ts'
import { idOf } from '../../../testing/builders/ids.ts'
import { series } from '../../../testing/builders/series.ts'
import { health, task } from '../../../testing/builders/task.ts'
import { minutesAgo } from '../../../testing/builders/times.ts'
import { openPage } from '../../../testing/open-page.tsx'
import { expectSnackbar, focus, section } from '../../../testing/screens.ts'
import { rejected, server } from '../../../testing/network.ts'
import { serveNotifications } from '../../../testing/serve-notifications.ts'
import { noExecutions, serveTask } from '../../../testing/serve-task.ts'

const block = page.getByRole('group', { name: 'Health' })
const historyOf = (run: number) => `/dashboard/tasks/${task().id}/executions/${idOf('execution', run)}`

/** A greater number is a newer run. */
const run = (number: number, more: Partial<RecentRun> = {}): RecentRun => ({
  id: idOf('execution', number),
  trigger: 'SCHEDULE',
  status: 'SUCCEEDED',
  statusCode: 200,
  errorCode: null,
  responseTimeMs: 143,
  createdAt: minutesAgo(60 - number),
  ...more,
})

const failing = (more: Partial<NonNullable<TaskHealth['failing']>> = {}): TaskHealth['failing'] => ({
  runs: 2,
  failures: 0,
  since: minutesAgo(90),
  firstRunId: idOf('execution', 2),
  lastSuccess: { id: idOf('execution', 1), at: minutesAgo(120) },
  failuresUntilDeactivation: null,
  ...more,
})

const openWith = async (shown: Partial<TaskHealth>, view = task()) => {
  const served = serveTask(view, { health: health({ since: minutesAgo(90), ...shown }) })
  serveNotifications()
  await openPage(`/dashboard/tasks/${view.id}`)
  await expect.element(block).toBeVisible()
  return served
}

/** What the history asks for that opens at an execution. */
const serveOpened = (number: number) => {
  const row = executionRow(number)
  server.get('/tasks/:id/executions/:rowId', 'ExecutionWithPage', () => ({
    ...executionOf(row),
    _embedded: { ...noExecutions, results: [row], total: 1, newest: row.id },
  }))
  server.get('/tasks/:id/series', 'SeriesView', ({ query }) => series([row], query))
}

it('the status block says for how long a task fails, its figures of a day, and the last and the next run', async () => {
  const down = { statusCode: 503 }
  await openWith({
    failing: failing(),
    uptimePercent: 97.25,
    medianMs: 143,
    p95Ms: 1200,
    recentRuns: [run(3, down), run(2, down), run(1)],
  })
  await expect.element(block).toMatchTextContent(/Failing for (1|2) h/)
  await expect.element(block).toMatchTextContent(/2 executions in a row/)
  await expect.element(block).toMatchTextContent(/Last: 503 in 143 ms, /)
  await expect.element(block).toMatchTextContent(/Uptime 24 h97\.\d+%/)
  await expect.element(block).toMatchTextContent(/Median143 ms/)
  await expect.element(block).toMatchTextContent(/p951\.20 s/)
  await expect.element(block).toMatchTextContent(/Next: /)
  await expect.element(block.getByRole('link', { name: /^503/ })).toHaveAttribute('href', historyOf(3))
})

it('a time that passes while an execution is in flight is for after it, in the block and in the schedule', async () => {
  const view = task({ scheduler: { nextExecutionDate: minutesAgo(55) } })
  await openWith({ recentRuns: [run(1, { status: 'WAITING' })] }, view)
  await expect.element(block).toMatchTextContent(/Next: .*, after the current execution/)
  await expect
    .element(section('Request Schedule'))
    .toMatchTextContent(/Next execution.*\(after the current execution\)/)
})

it('the block of a failing task leads to the first failure and to the success before it, and says how many more failures deactivate it', async () => {
  await openWith({
    failing: failing({ failures: 2, failuresUntilDeactivation: 1 }),
    recentRuns: [run(3, { statusCode: null, status: 'FAILED', errorCode: 'TIMEOUT' })],
  })
  await expect
    .element(block.getByRole('link', { name: 'First failing execution' }))
    .toHaveAttribute('href', historyOf(2))
  // Where that was yesterday for the reader, its day comes first.
  const lastSuccess = block.getByRole('link', { name: /\d+:\d\d:\d\d\s[AP]M$/ })
  await expect.element(lastSuccess).toHaveAttribute('href', historyOf(1))
  await expect.element(block).toMatchTextContent(/1 more failed execution deactivates it/)
})

it('a task that is up again says when it failed last, for how long and how, and leads to those executions', async () => {
  const outage = { from: minutesAgo(50), to: minutesAgo(48), statusCode: 503 }
  await openWith({ lastOutage: outage, recentRuns: [run(1)] })
  await expect.element(block).toMatchTextContent(/Last failure: .*2 min, status code 503/)
  const link = block.getByRole('link', { name: /2 min$/ }).element()
  const query = new URL((link as HTMLAnchorElement).href).searchParams
  expect(query.get('status')).toBe('FAILED,HTTP_ERROR')
  expect(query.get('to')).toBe(outage.to)
})

it('the strip of the last runs says by keyboard what each was, and Enter opens it', async () => {
  const recentRuns = [run(3, { trigger: 'TEST' }), run(2, { statusCode: 503 }), run(1)]
  await openWith({ recentRuns })
  serveOpened(3)
  const strip = block.getByRole('slider', { name: /^Last 3 executions: / })
  await expect.element(strip).toHaveAttribute('aria-valuetext', 'No execution selected')
  focus(strip)
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(strip).toHaveAttribute('aria-valuetext', expect.stringMatching(/^200 in 143 ms, .*, Test$/))
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(strip).toHaveAttribute('aria-valuetext', expect.stringMatching(/^503 in/))
  await userEvent.keyboard('{End}{Enter}')
  await expect.poll(() => window.location.pathname).toBe(historyOf(3))
})

it('a task that was deactivated after failures says so, and its banner activates it', async () => {
  const view = task({
    status: 'DISABLED',
    scheduler: { status: 'DISABLED', disabledReason: 'FAILURES', nextExecutionDate: null },
  })
  const served = await openWith(
    {
      failing: failing({ failures: 3 }),
      recentRuns: [run(3, { statusCode: null, status: 'FAILED', errorCode: 'CONNECTION_REFUSED' })],
    },
    view,
  )
  server.post('/tasks/:id/lifecycle/activate', 'TaskView', () => {
    served.view = task({ version: 3 })
    served.health = health({ since: minutesAgo(0), recentRuns: [run(4)] })
    served.state = 'active'
    return served.view
  })
  await expect.element(block).toMatchTextContent(/Disabled.*after 3 failed executions/)
  await page.getByRole('button', { name: 'Activate', exact: true }).click()
  await expectSnackbar('Task activated')
  await expect.element(page.getByRole('button', { name: 'Activate', exact: true })).not.toBeInTheDocument()
  await expect.element(block).toMatchTextContent(/Up for|Next:/)
})

it('a task that has not run yet says so, without figures', async () => {
  await openWith({ since: null })
  await expect.element(block).toMatchTextContent(/Uptime 24 h–/)
  await expect.element(block).toMatchTextContent(/Median–/)
})

it('a health that could not be loaded is not missing without a word, and is loaded again', async () => {
  const served = serveTask(task())
  serveNotifications()
  server.get('/tasks/:id/news', 'TaskNews', () => rejected(400, 'MALFORMED'))
  await openPage(`/dashboard/tasks/${task().id}`)
  const message = page.getByRole('alert').filter({ hasText: 'The health of this task could not be loaded.' })
  await expect.element(message).toBeVisible()
  const changed = { task: served.view, health: health({ uptimePercent: 97.25 }), series: null }
  server.get('/tasks/:id/news', 'TaskNews', () => ({ rows: null, state: 'second', changed }))
  await message.getByRole('button', { name: 'Try again' }).click()
  await expect.element(block).toMatchTextContent(/Uptime 24 h97\.25%/)
})
