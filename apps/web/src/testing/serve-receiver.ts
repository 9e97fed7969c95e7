import { watchKey } from '@knockwire/domain/history/history-rules'
import type { ReceivedRequestPage, ReceivedRequestRow, ReceiverView } from '@knockwire/domain/receivers/receiver'
import { SaveReceiverInput } from '@knockwire/domain/receivers/receiver'
import { requestOf } from './builders/receiver.ts'
import { type Call, rejected, server } from './network.ts'

interface Served {
  /** As it is stored. */
  view: ReceiverView
  /** The newest in front. */
  rows: ReceivedRequestRow[]
  /** How long the runs took that requests ended, by the requests' ids. */
  runDurationsMs: Map<string, number>
  /** Names what the news describe: a test that changes something gives it another name. */
  state: string
}

/** A page of the rows that match, as the API gives it. Of the filters it knows the text and the status. */
function pageOf({ rows, view }: Served, { query }: Call): ReceivedRequestPage {
  const text = query.get('text')
  const requested = query.get('status')?.split(',')
  const until = query.get('until')
  const after = query.get('after')
  const matching = rows.filter(
    ({ id, target, responseCode }) =>
      (text === null || target.includes(text)) &&
      (requested === undefined || requested.includes(responseCode < 400 ? 'SUCCEEDED' : 'HTTP_ERROR')) &&
      (until === null || id <= until),
  )
  const [page, size] = [Number(query.get('page')), Number(query.get('size'))]
  const newer = after === null ? [] : matching.filter(({ id }) => id > after)
  const watched = new Set(query.get('watch')?.split(','))
  const ids = new Set([...watched].map((key) => key.split('~')[0]))
  const changed = matching.filter((row) => ids.has(row.id) && !watched.has(watchKey(row)))
  const shown = after === null ? matching : [...newer, ...changed]
  return {
    results: shown.slice(after === null ? page * size : 0).slice(0, size),
    total: matching.length,
    page,
    newest: matching[0]?.id ?? null,
    hasNewItem: newer.length > 0,
    newer: newer.length,
    isActive: view.status === 'ACTIVE',
  }
}

/** The API of one receiver with its requests. What is saved is what is answered from then on. */
export function serveReceiver(view: ReceiverView, ...rows: ReceivedRequestRow[]): Served {
  const served: Served = { view, rows, runDurationsMs: new Map(), state: 'first' }
  const noneRejected = { requestsPerMinute: 600, results: [] }
  server.get('/receivers/:id', 'ReceiverView', () => served.view)
  server.post('/receivers/:id', 'ReceiverView', ({ body }) => {
    const { version = served.view.version, status: _status, ...input } = SaveReceiverInput.parse(body)
    if (version < served.view.version) return rejected(409, 'OUT_OF_DATE', { current: served.view })
    const { expectation = served.view.expectation, otherAddresses = served.view.otherAddresses } = input
    served.view = { ...served.view, ...input, expectation, otherAddresses, version: served.view.version + 1 }
    return served.view
  })
  server.get('/receiver-notifications', 'ReceiverNotificationList', () => ({ results: [] }))
  server.get('/receivers/:id/executions', 'ReceivedRequestPage', (call) => pageOf(served, call))
  server.get('/receivers/:id/executions/:rowId', 'ReceivedRequestWithPage', (call) => {
    const row = served.rows.find(({ id }) => id === call.params['rowId'])
    if (row === undefined) return rejected(404, 'NOT_FOUND')
    const runDurationMs = served.runDurationsMs.get(row.id) ?? null
    return { ...requestOf(row), runDurationMs, _embedded: pageOf(served, call) }
  })
  server.get('/receivers/:id/rejected', 'RejectedRequestsView', () => noneRejected)
  server.get('/receivers/:id/news', 'ReceiverNews', (call) => ({
    rows: call.query.has('after') ? pageOf(served, call) : null,
    state: served.state,
    changed: call.query.get('seen') === served.state ? null : { receiver: served.view, rejected: noneRejected },
  }))
  return served
}
