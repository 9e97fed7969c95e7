import type { Expectation } from '@knockwire/domain/heartbeats/expectation'
import { defaultExpectation } from '@knockwire/domain/heartbeats/heartbeat-rules'
import type { HeartbeatChangeView, HeartbeatView } from '@knockwire/domain/heartbeats/heartbeat'
import type { HeartbeatHistoryView } from '@knockwire/domain/heartbeats/heartbeat-history'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { heartbeatHistory } from '../../../testing/builders/heartbeat-history.ts'
import { idOf } from '../../../testing/builders/ids.ts'
import { receiver } from '../../../testing/builders/receiver.ts'
import { minutesAgo } from '../../../testing/builders/times.ts'
import { server } from '../../../testing/network.ts'
import { renderThemed } from '../../../testing/render-themed.tsx'
import { HeartbeatPanel } from './heartbeat-panel.tsx'

const change = (number: number, more: Partial<HeartbeatChangeView>): HeartbeatChangeView => ({
  id: idOf('other', number),
  at: minutesAgo(30),
  state: 'UP',
  reason: 'SIGNAL',
  expectedAt: null,
  lastSignalAt: null,
  duration: null,
  exitCode: null,
  absence: null,
  counted: null,
  notificationResults: [],
  ...more,
})

interface OpenedWith {
  changes?: HeartbeatChangeView[]
  history?: Partial<HeartbeatHistoryView>
  expectation?: Partial<Expectation>
}

const openWith = async (
  more: Partial<HeartbeatView>,
  { changes = [], history = {}, expectation = {} }: OpenedWith = {},
) => {
  server.get('/receivers/:id/heartbeat/changes', 'HeartbeatChangeList', () => ({ results: changes }))
  server.get('/receivers/:id/heartbeat/history', 'HeartbeatHistoryView', () =>
    heartbeatHistory({ bands: [{ state: 'UP', from: minutesAgo(20), to: minutesAgo(0) }], ...history }),
  )
  const heartbeat: HeartbeatView = {
    state: 'UP',
    since: minutesAgo(20),
    lastSignalAt: minutesAgo(20),
    expectedAt: minutesAgo(-40),
    badgeUrl: 'https://knockwire.example/badge/1',
    ...more,
  }
  await renderThemed(
    <HeartbeatPanel receiver={receiver({ heartbeat, expectation: { ...defaultExpectation, ...expectation } })} />,
  )
}

const panel = page.getByRole('region', { name: 'Heartbeat' })
const snippets = panel.getByLabelText('Code that sends calls')

it('a heartbeat that is down says when its call was expected', async () => {
  await openWith({ state: 'DOWN', expectedAt: minutesAgo(15) })
  await expect.element(panel.getByText('Overdue: it was expected 15 min ago')).toBeVisible()
})

it('a run that failed before its time leaves the next call to be expected', async () => {
  await openWith({ state: 'DOWN' })
  await expect.element(panel.getByText('in 40 min')).toBeVisible()
  await expect.element(panel.getByText(/Overdue/)).not.toBeInTheDocument()
})

it('times of a cron expression are said in words, with their zone and the expression', async () => {
  await openWith({}, { expectation: { mode: 'CRON', expression: '0 3 * * 1-5', timezone: 'Europe/Berlin' } })
  const words = panel.getByText('Monday through Friday at 3:00 AM (Europe/Berlin), up to 5 min late')
  await expect.element(words).toBeVisible()
  await expect.element(panel.getByText('0 3 * * 1-5', { exact: true })).toBeVisible()
})

it('while a run with a time limit is open, its end is expected, whenever the next call would have been', async () => {
  await openWith({ state: 'RUNNING', expectedAt: minutesAgo(35) }, { expectation: { maxRunSeconds: 3600 } })
  await expect.element(panel).toMatchTextContent(/Next expected ?The end of its run/)
})

it('before the first call, the code that sends one is open; later, it is folded', async () => {
  await openWith({ state: 'NEW', lastSignalAt: null, expectedAt: null })
  await expect.element(panel.getByText('No call yet')).toBeVisible()
  await expect.element(snippets).toBeVisible()
})

it('the code has the lines that it is pasted in: one that is wider than the screen is scrolled', async () => {
  await page.viewport(390, 844)
  await openWith({ state: 'NEW', lastSignalAt: null, expectedAt: null })
  await expect.element(snippets).toBeVisible()
  const { scrollWidth, clientWidth } = snippets.element()
  expect(scrollWidth).toBeGreaterThan(clientWidth)
  expect(document.documentElement.scrollWidth).toBe(document.documentElement.clientWidth)
  await page.viewport(1280, 800)
})

it('a heartbeat that is up keeps the code folded, and explains the part of its bar in which nothing was expected', async () => {
  await openWith({})
  await expect.element(panel.getByText('Nothing expected')).toBeVisible()
  await expect.element(snippets).not.toBeVisible()
})

it('a change to a state that is not known yet is shown alike whatever is expected today', async () => {
  const resumed = [change(1, { state: 'NEW', reason: 'RESUMED' })]
  await openWith({}, { changes: resumed, expectation: { mode: 'LEARNED' } })
  const changes = panel.getByRole('list', { name: 'Latest changes' }).getByRole('listitem')
  await expect.element(changes.nth(0)).toMatchTextContent(/Not known yet.*The receiver was activated/)
})

it('how long a run took is said of how it ended, also of one that was over within a second', async () => {
  const listed = [
    change(3, { state: 'UP', duration: 306 }),
    change(2, { state: 'DOWN', reason: 'FAILED', duration: 125_000, exitCode: 3 }),
    change(1, { state: 'UP' }),
  ]
  await openWith({}, { changes: listed })
  const changes = panel.getByRole('list', { name: 'Latest changes' }).getByRole('listitem')
  await expect.element(changes.nth(0)).toMatchTextContent(/A run ended after 306 ms/)
  await expect.element(changes.nth(1)).toMatchTextContent(/A run failed with exit code 3 after 2 min 5 s/)
  await expect.element(changes.nth(2)).toMatchTextContent(/A call arrived/)
})

it('how long runs took is said in the figures as it is of a single one', async () => {
  await openWith({}, { history: { median: 192_000, p95: 640 } })
  await expect.element(panel.getByText('3 min 12 s')).toBeVisible()
  await expect.element(panel.getByText('640 ms')).toBeVisible()
})

it('a time in which no calls could be received is unknown, and no time without expectation', async () => {
  const unknown = [{ from: minutesAgo(60), to: minutesAgo(20) }]
  const bands = [{ state: 'UP', from: minutesAgo(20), to: minutesAgo(0) } as const]
  await openWith({}, { history: { bands, unknown } })
  await expect.element(panel.getByText('Unknown', { exact: true })).toBeVisible()
  await expect.element(panel.getByTitle(/Calls could not be received/)).toBeInTheDocument()
  await expect.element(panel.getByText('Nothing expected')).not.toBeInTheDocument()
})

it('a time that is unknown as a whole has no uptime', async () => {
  const unknown = [{ from: minutesAgo(60), to: minutesAgo(0) }]
  await openWith({}, { history: { bands: [], unknown, uptimePercent: null } })
  await expect.element(panel.getByText('unknown', { exact: true })).toBeVisible()
  await expect.element(panel.getByRole('img', { name: 'Unknown for the last hour' })).toBeVisible()
})
