import type { SeriesView } from '@knockwire/domain/series/series'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { executionRow, executions, failedRow } from '../../../testing/builders/execution.ts'
import { idOf } from '../../../testing/builders/ids.ts'
import { hourBucket, series } from '../../../testing/builders/series.ts'
import { task } from '../../../testing/builders/task.ts'
import { rejected, server } from '../../../testing/network.ts'
import { openPage } from '../../../testing/open-page.tsx'
import { focus, textsOf } from '../../../testing/screens.ts'
import { serveExecutions } from '../../../testing/serve-executions.ts'
import { chart, source, tooltip, openChart, serveValues, plotted } from '../../../testing/pages/execution-chart.ts'

const range = (name: string) =>
  page.getByRole('group', { name: 'Time range' }).getByRole('button', { name, exact: true })

const within = (selector: string) => [...chart.element().querySelectorAll(selector)]
const opened = () =>
  page.getByRole('table', { name: 'Details' }).getByRole('button', { name: /ago|now/, expanded: true })

describe('of single executions', () => {
  const mixed = () => [
    executionRow(4),
    failedRow(3),
    executionRow(2, { response: { statusCode: 503, bodyBytes: 1 } }),
    executionRow(1),
  ]

  it('[TH-02..TH-06, TH-09] the chart plots response times or codes, an HTTP error as a triangle and a failure as a cross', async () => {
    await openChart(mixed())
    expect(textsOf(source.getByRole('option'))).toEqual([
      'Response Time',
      'Response Code',
      'Response Body (Text)',
      'Response Body (JSON)',
    ])
    await expect.element(source).toHaveValue('response_time')
    await expect.element(page.getByRole('slider', { name: 'Response Time of 4 executions' })).toBeVisible()
    await expect.element(chart).toHaveAttribute('height', '240')
    await expect.poll(async () => plotted(chart, 4)).toEqual(['4 ms', 'Failed', '2 ms', '1 ms'])
    expect(within('circle')).toHaveLength(2)
    expect(textsOf(page.getByRole('list', { name: 'Legend' }).getByRole('listitem'))).toEqual(['HTTP error', 'Failed'])

    await source.selectOptions('response_code')
    await expect.element(page.getByRole('slider', { name: 'Response Code of 4 executions' })).toBeVisible()
    await expect.poll(async () => plotted(chart, 4)).toEqual(['200', 'Failed', '503', '200'])
  })

  it('its table has the same in words, the newest first, and leads to each execution', async () => {
    await openChart(mixed())
    await page.getByRole('button', { name: 'Table', exact: true }).click()
    const table = page.getByRole('table', { name: 'Response Time of 4 executions' })
    await expect.poll(() => textsOf(table.getByRole('columnheader'))).toEqual(['Time', 'Response Time', 'Status'])
    const cells = table.getByRole('cell')
    await expect
      .poll(() => textsOf(cells).filter((_, index) => index % 3 > 0))
      .toEqual(['4 ms', '200', 'Failed', 'Failed', '2 ms', '503', '1 ms', '200'])
    await expect.element(chart).not.toBeInTheDocument()
    await table.getByRole('button').last().click()
    await expect.element(opened()).toBeVisible()
    expect(opened().element().closest('tr')?.id).toBe(`run-row-${idOf('execution', 1)}`)
    await page.getByRole('button', { name: 'Chart', exact: true }).click()
    await expect.element(chart).toBeVisible()
  })

  it('pointing at the chart of a cron schedule gives the time by the clocks of its zone, too, also where none is stored', async () => {
    const scheduler = { mode: 'CUSTOM', expression: '0 3 * * *', timezone: null } as const
    serveExecutions(task({ scheduler }), ...executions(1))
    await openPage(`/dashboard/tasks/${task().id}/executions`)
    await expect.element(chart).toBeVisible()
    await userEvent.hover(chart, { position: { x: 60, y: 100 } })
    await expect.poll(() => tooltip()?.textContent).toMatch(/GMT\+[12].* UTC/)
  })

  it('pointing at the chart says what the nearest execution was, and marks its row; leaving it says no more', async () => {
    await openChart(executions(3))
    await expect.element(chart).toBeVisible()
    await userEvent.hover(chart, { position: { x: 60, y: 100 } })
    await expect.poll(() => tooltip()?.textContent).toMatch(/^1 ms[A-Z][a-z]{2} \d+, \d{4}, .*Status code 200$/)
    await expect.element(chart).toHaveAttribute('aria-valuetext', expect.stringMatching(/^1 ms, .*Status code 200$/))
    const marked = () => [...document.querySelectorAll('tr[data-marked]')].map(({ id }) => id)
    await expect.poll(marked).toEqual([`run-row-${idOf('execution', 1)}`])
    await userEvent.hover(source)
    await expect.poll(tooltip).toBeNull()
    await expect.poll(marked).toEqual([])
  })

  it('a stretch in which executions failed is banded, and the axis of 24 hours is 24 hours', async () => {
    await openChart(mixed())
    await expect.element(range('This page')).toHaveAttribute('aria-pressed', 'true')
    await expect.element(chart).toBeVisible()
    const bands = () => within('[data-band]').map((band) => band.getAttribute('data-band'))
    await expect.poll(bands).toEqual(['bad'])
    const now = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
    const recent = mixed().map((row, index) => ({ ...row, startedAt: now(index + 1) }))
    server.get('/tasks/:id/series', 'SeriesView', ({ query }) => series(recent, query))
    await range('24 h').click()
    await expect.element(page.getByLabelText('Figures of the last 24 hours')).toMatchTextContent(/4 executions/)
    // All of it stands at the right end: the axis is not shortened to what there is.
    const firstOf = (plot: DOMRect) => ((within('circle')[0]?.getBoundingClientRect().x ?? 0) - plot.x) / plot.width
    await expect.poll(() => firstOf(chart.element().getBoundingClientRect())).toBeGreaterThan(0.9)
  })

  it('a chart of failures alone has an axis of time and none of values', async () => {
    await openChart([failedRow(2), failedRow(1)])
    await expect.element(page.getByRole('slider', { name: 'Response Time of 2 executions' })).toBeVisible()
    const texts = within('text').map(({ textContent }) => textContent)
    expect(texts.length).toBeGreaterThan(0)
    expect(texts.filter((text) => /ms|^[\d.]+$/.test(text))).toEqual([])
  })

  it('[TH-02] “This page” plots exactly the executions of the page, on whichever page one is, and other ranges mark them', async () => {
    await openChart(executions(12), '?range=1h')
    await expect.element(page.getByRole('slider', { name: 'Response Time of 12 executions' })).toBeVisible()
    expect(within('circle[data-listed]')).toHaveLength(10)
    await expect.element(page.getByRole('list', { name: 'Legend' })).toMatchTextContent('On this page')
    await range('This page').click()
    await expect.poll(() => window.location.search).toBe('?range=page')
    await expect.element(page.getByRole('slider', { name: 'Response Time of 10 executions' })).toBeVisible()
    await expect.poll(async () => plotted(chart, 10)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((ms) => `${ms} ms`))
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect.element(page.getByRole('slider', { name: 'Response Time of 2 executions' })).toBeVisible()
    await expect.poll(async () => plotted(chart, 2)).toEqual(['2 ms', '1 ms'])
  })
})

describe('an execution is opened by its point', () => {
  const expectOpened = async (number: number) => {
    await expect.element(opened()).toBeVisible()
    expect(opened().element().closest('tr')?.id).toBe(`run-row-${idOf('execution', number)}`)
    await expect.element(opened()).toBeInViewport()
  }

  it('with the keyboard, on whichever page it stands, and the chart stays', async () => {
    await openChart(executions(12), '?range=1h&source=code')
    await expect.element(chart).toBeVisible()
    focus(chart)
    await userEvent.keyboard('{Home}{Enter}')
    await expect.poll(() => window.location.href).toContain(`/executions/${idOf('execution', 1)}?range=1h&source=code`)
    await expectOpened(1)
    await expect.element(page.getByRole('slider', { name: 'Response Code of 12 executions' })).toBeVisible()
  })

  it('by a click near it', async () => {
    await openChart(executions(3))
    await expect.element(chart).toBeVisible()
    // Its surface, not the small mark itself: a finger covers more than that.
    await userEvent.click(chart, { position: { x: 60, y: 40 } })
    await expectOpened(1)
  })

  it('by a tap, which has pointed at nothing before', async () => {
    await openChart(executions(3))
    await expect.element(chart).toBeVisible()
    const { x, y } = chart.element().getBoundingClientRect()
    chart.element().dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: x + 60, clientY: y + 40 }))
    await expectOpened(1)
  })
})

describe('of a range of time', () => {
  const buckets = [
    hourBucket(5),
    hourBucket(4, { runs: 0, medianMs: null, p95Ms: null, gap: 'MISSED' }),
    hourBucket(3, { failures: 40, httpErrors: 5, medianMs: 200, p95Ms: 900 }),
    hourBucket(2, { runs: 0, medianMs: null, p95Ms: null, gap: 'DISABLED' }),
    hourBucket(1, { httpErrors: 1 }),
  ]
  const week: Partial<SeriesView> = {
    bucketSeconds: 3600,
    runs: 180,
    failures: 40,
    httpErrors: 6,
    medianMs: 120,
    p95Ms: 480,
    uptimePercent: 74.5,
    buckets,
    points: { kind: 'LAST_OF_EACH_BUCKET', results: [], unread: 0 },
  }
  it('the chart has median and 95th percentile, and draws what was missed and when the task was disabled', async () => {
    serveExecutions(task(), ...executions(3))
    serveValues(() => week)
    await openPage(`/dashboard/tasks/${task().id}/executions?range=7d`)
    await expect
      .element(page.getByRole('slider', { name: 'Response Time of 180 executions: median and 95th percentile' }))
      .toBeVisible()
    expect(textsOf(page.getByLabelText('Figures of the last 7 days'))).toEqual([
      'Median120 ms95th percentile480 msUptime74.5%Executions180 executions (40 failed, 6 HTTP errors)',
    ])
    expect(
      within('[data-gap]').map((gap) => [gap.getAttribute('data-gap'), gap.querySelector('title')?.textContent]),
    ).toEqual([
      ['lack', 'Missed'],
      ['pause', 'Disabled'],
    ])
    expect(within('[data-band]').map((band) => band.getAttribute('data-band'))).toEqual(['bad'])
    expect(textsOf(page.getByRole('list', { name: 'Legend' }).getByRole('listitem'))).toEqual([
      'Median',
      '95th percentile',
      'HTTP error',
      'Failed',
      'Missed',
      'Disabled',
    ])
    await expect.poll(async () => plotted(chart, 3)).toEqual(['Median 120 ms', 'Median 200 ms', 'Median 120 ms'])
    await page.getByRole('button', { name: 'Table', exact: true }).click()
    const table = page.getByRole('table', { name: /^Response Time of 180/ })
    await expect
      .poll(() => textsOf(table.getByRole('columnheader')))
      .toEqual(['From', 'Executions', 'Failed', 'HTTP errors', 'Median', '95th percentile'])
    await expect
      .poll(() => textsOf(table.getByRole('row').nth(2).getByRole('cell')).slice(1))
      .toEqual(['60', '40', '5', '200 ms', '900 ms'])
  })
})

it('a range in which nothing ran says so in place of a line', async () => {
  await openChart(executions(1))
  await expect.element(chart).toBeVisible()
  server.get('/tasks/:id/series', 'SeriesView', ({ query }) => series([], query))
  await range('7 d').click()
  await expect.element(page.getByText('No executions in the last 7 days.')).toBeVisible()
  await expect.element(chart).not.toBeInTheDocument()
})

it('a chart that could not be loaded says so, and is loaded again by its button; the history stays', async () => {
  serveExecutions(task(), ...executions(1))
  let isBroken = true
  server.get('/tasks/:id/series', 'SeriesView', ({ query }) =>
    isBroken ? rejected(400, 'MALFORMED', { message: 'The counts are being moved.' }) : series(executions(1), query),
  )
  await openPage(`/dashboard/tasks/${task().id}/executions`)
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'The chart could not be loaded. The counts are being moved.' }))
    .toBeVisible()
  await expect.element(page.getByRole('table', { name: 'Details' })).toBeVisible()
  isBroken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(chart).toBeVisible()
})

it('the chart is drawn without measuring its labels', async () => {
  const measured = [
    vi.spyOn(SVGTextContentElement.prototype, 'getComputedTextLength'),
    vi.spyOn(SVGTextContentElement.prototype, 'getSubStringLength'),
    vi.spyOn(SVGGraphicsElement.prototype, 'getBBox'),
  ]
  await openChart(executions(3))
  await expect.element(chart).toBeVisible()
  expect(within('text').length).toBeGreaterThan(0)
  for (const measure of measured) expect(measure).not.toHaveBeenCalled()
})
