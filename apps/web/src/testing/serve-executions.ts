import type { ExecutionPage, ExecutionRow, ExecutionView } from '@knockwire/domain/executions/execution'
import { watchedId } from '@knockwire/domain/history/history'
import { type historyResults, watchKey } from '@knockwire/domain/history/history-rules'
import type { TaskView } from '@knockwire/domain/tasks/task'
import { executionOf } from './builders/execution.ts'
import { series } from './builders/series.ts'
import { health } from './builders/task.ts'
import { type Call, rejected, server } from './network.ts'
import { serveTask } from './serve-task.ts'

interface Served {
  /** As it is stored. */
  view: TaskView
  /** The newest in front. */
  rows: ExecutionRow[]
  /** What an execution opens to. */
  details: (row: ExecutionRow) => ExecutionView
  /** Names what the news describe: a test that changes something gives it another name. */
  state: string
}

const resultOf = ({ status, response }: ExecutionRow): (typeof historyResults)[number] =>
  status === 'SUCCEEDED' && (response?.statusCode ?? 0) >= 400 ? 'HTTP_ERROR' : status

/** A page of the rows that match, as the API gives it. Of the filters it knows the result, the status code and the trigger. */
function pageOf({ rows, view }: Served, { query }: Call): ExecutionPage {
  const [until, after, trigger] = [query.get('until'), query.get('after'), query.get('trigger')]
  const [results, codes] = [query.get('status')?.split(','), query.get('code')?.split(',')]
  const watched = query.get('watch')?.split(',') ?? []
  const matching = rows.filter((row) => {
    const code = String(row.response?.statusCode ?? '')
    return (
      (until === null || row.id <= until) &&
      (trigger === null || row.trigger === trigger) &&
      (results === undefined || results.includes(resultOf(row))) &&
      (codes === undefined || codes.includes(code) || codes.includes(`${code[0]}xx`))
    )
  })
  const newer = after === null ? [] : matching.filter(({ id }) => id > after)
  const changed = matching.filter((row) => watched.some((key) => watchedId(key) === row.id && key !== watchKey(row)))
  const [page, size] = [Number(query.get('page')), Number(query.get('size'))]
  return {
    results: after === null ? matching.slice(page * size, (page + 1) * size) : [...newer, ...changed],
    total: matching.length,
    page,
    newest: matching[0]?.id ?? null,
    hasNewItem: newer.length > 0,
    newer: newer.length,
    isActive: view.status === 'ACTIVE',
  }
}

/** The API of one task with its executions. A test that wants more of the chart than that it is there answers `/series` itself. */
export function serveExecutions(view: TaskView, ...rows: ExecutionRow[]): Served {
  const served: Served = { view, rows, details: executionOf, state: 'first' }
  serveTask(view)
  server.get('/tasks/:id', 'TaskView', () => served.view)
  server.get('/tasks/:id/executions', 'ExecutionPage', (call) => pageOf(served, call))
  server.get('/tasks/:id/executions/:rowId', 'ExecutionWithPage', (call) => {
    const index = served.rows.findIndex(({ id }) => id === call.params['rowId'])
    const row = served.rows[index]
    if (row === undefined) return rejected(404, 'NOT_FOUND')
    const page = Math.floor(index / 10)
    const query = new URLSearchParams({ page: String(page), size: '10' })
    return { ...served.details(row), _embedded: pageOf(served, { ...call, query }) }
  })
  server.get('/tasks/:id/series', 'SeriesView', ({ query }) => series(served.rows, query))
  server.get('/tasks/:id/news', 'TaskNews', (call) => ({
    rows: call.query.has('after') ? pageOf(served, call) : null,
    state: served.state,
    changed: call.query.get('seen') === served.state ? null : { task: served.view, health: health(), series: null },
  }))
  return served
}
