import { textBody } from '@knockwire/domain/bodies/http-body'
import type { ExecutionRow } from '@knockwire/domain/executions/execution'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { account } from '../../../testing/builders/account.ts'
import { executionOf, executionRow, failedRow } from '../../../testing/builders/execution.ts'
import { idOf } from '../../../testing/builders/ids.ts'
import { task } from '../../../testing/builders/task.ts'
import { rejected, server } from '../../../testing/network.ts'
import { openPage } from '../../../testing/open-page.tsx'
import { expectSnackbar, focus, part, textsOf } from '../../../testing/screens.ts'
import { serveExecutions } from '../../../testing/serve-executions.ts'
import { serveNotifications } from '../../../testing/serve-notifications.ts'

const table = page.getByRole('table', { name: 'Details' })
const rows = table.getByRole('row').filter({ has: page.getByRole('button', { name: /ago|now/ }) })
const toggles = table.getByRole('button', { name: /ago|now/ })
const chart = page.getByRole('slider', { name: /^Response Time/ })
const status = page.getByRole('status')
const path = (more = '') => `/dashboard/tasks/${task().id}/executions${more}`
const expectRows = (count: number) => expect.poll(() => toggles.elements().length).toBe(count)
const expectState = (label: string) => expect.element(page.getByText(label, { exact: true })).toBeVisible()
const newButton = (count: number) => page.getByRole('button', { name: `${count} new`, exact: true })

/** So many executions, the newest in front. */
const executions = (count: number) => Array.from({ length: count }, (_, index) => executionRow(count - index))

const openHistory = async (...shown: ExecutionRow[]) => {
  const served = serveExecutions(task(), ...shown)
  await openPage(path())
  await expectRows(Math.min(10, shown.length))
  return served
}

it('[TH-36..TH-38] a history says that it loads, and then what an empty one waits for', async () => {
  const served = serveExecutions(task())
  const { promise, resolve } = Promise.withResolvers<void>()
  server.get('/tasks/:id/executions', 'ExecutionPage', async () => {
    await promise
    return { results: [], total: 0, page: 0, newest: null, hasNewItem: false, newer: 0, isActive: true }
  })
  await openPage(path())
  await expect.element(page.getByText('Loading task execution history...')).toBeVisible()
  resolve()
  await expect.element(page.getByText('No executions yet.')).toBeVisible()
  await expect.element(page.getByText(/Next execution: [A-Z][a-z]{2} \d+, \d{4}, /)).toBeVisible()
  await expect.element(page.getByText('Loading task execution history...')).not.toBeInTheDocument()

  served.view = task({ status: 'DISABLED', scheduler: { status: 'DISABLED', nextExecutionDate: null } })
  served.state = 'disabled'
  await expect.element(page.getByText('No executions yet. Test or activate the task.')).toBeVisible()
})

it('a history of executions that could not be loaded says why, and is loaded again by its button', async () => {
  serveExecutions(task(), ...executions(2))
  const page0 = { results: executions(2), total: 2, page: 0, hasNewItem: false, newer: 0, isActive: true }
  let isBroken = true
  server.get('/tasks/:id/executions', 'ExecutionPage', () =>
    isBroken
      ? rejected(400, 'MALFORMED', { message: 'The history is being moved.' })
      : { ...page0, newest: idOf('execution', 2) },
  )
  await openPage(path())
  await expect.element(page.getByText('The history is being moved.')).toBeVisible()
  isBroken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectRows(2)
})

it('[TH-20] a row says when an execution ran, how it ended, why it got no response, and what is special about it', async () => {
  const none = { response: null, responseTimeMs: null }
  await openHistory(
    executionRow(9, { ...none, status: 'QUEUED', startedAt: null, lagMs: null }),
    executionRow(8, { ...none, status: 'RUNNING' }),
    executionRow(7, { ...none, status: 'WAITING', response: { statusCode: 202, bodyBytes: 0 } }),
    executionRow(6, { response: { statusCode: 503, bodyBytes: 3 } }),
    failedRow(5),
    failedRow(4, { error: { code: 'INCONCLUSIVE', message: 'Our network failed' } }),
    executionRow(3, { trigger: 'TEST', lagMs: null }),
    executionRow(2, { lagMs: 90_000 }),
    executionRow(1),
  )
  expect(textsOf(table.getByRole('columnheader'))).toEqual(['Date', 'Status', 'Status Code', 'Response Time'])
  expect(textsOf(rows).map((text) => text.replace(/^.*?(ago|now)/, ''))).toEqual([
    'Queued––',
    'Running––',
    'Waiting202–',
    'HTTP error5036 ms',
    'FailedConnection lost––',
    'InconclusiveOur network failed––',
    'SucceededTest2003 ms',
    'SucceededLate2002 ms',
    'Succeeded2001 ms',
  ])
})

describe('an opened row', () => {
  it('[TH-21..TH-26, TH-28..TH-30] says first how the execution ended, then what came back, then what was sent', async () => {
    await openHistory(executionRow(5))
    await toggles.first().click()
    await expect.element((await part('Response Body')).getByRole('treeitem', { name: 'price: 7' })).toBeVisible()
    expect(textsOf(table.getByRole('heading', { level: 2 }))).toEqual([
      'Error',
      'Notification Status',
      'Response Body',
      'Response Headers',
      'Request Method',
      'URL',
      'Request Headers',
      'Request Body',
    ])
    for (const [title, text] of [
      ['Error', 'ErrorNone'],
      ['Notification Status', 'Notification StatusNo notifications were triggered.'],
      ['Request Method', 'Request MethodPOST'],
      ['URL', 'URLhttps://example.com/tea'],
    ] as const)
      expect(textsOf(await part(title))).toEqual([text])
    await expect.element(await part('Request Body')).toMatchTextContent('two sugars')
    await expect
      .element(page.getByText(/^POST, 200, 5 ms, 11 B\. Scheduled for [A-Z].*, started 4 ms after it$/))
      .toBeVisible()
    await expect
      .element(page.getByRole('img', { name: 'Timing: Connect 1 ms, Waiting (TTFB) 2 ms, Download 2 ms' }))
      .toBeVisible()
    // They are opened one by one: most of them say nothing.
    for (const [title, value] of [
      ['Response Headers', 'application/json'],
      ['Request Headers', 'large'],
    ] as const) {
      const headers = (await part(title)).getByText(value)
      await expect.element(headers).not.toBeVisible()
      ;(await part(title)).element().querySelector('summary')?.focus()
      await userEvent.keyboard('{Enter}')
      await expect.element(headers).toBeVisible()
    }
    await toggles.first().click()
    await expect.element(page.getByRole('heading', { name: 'Response Body' })).not.toBeInTheDocument()
  })

  it('[TH-29] without a response says why, in a sentence to act on', async () => {
    await openHistory(failedRow(5))
    await toggles.first().click()
    expect(textsOf(await part('Error'))).toEqual([
      'ErrorConnection lostThe server closed the connection before it had answered.CONNECTION_RESET',
    ])
    expect(textsOf(await part('Response Body'))).toEqual(['Response BodyNo response.'])
  })

  it('with an HTTP error says so once, with the beginning of the response', async () => {
    const served = await openHistory(executionRow(5, { response: { statusCode: 503, bodyBytes: 24 } }))
    served.details = (row) =>
      executionOf(row, { responseBody: textBody('The pool is\nexhausted.', 22), contentType: 'text/plain' })
    await toggles.first().click()
    expect(textsOf(await part('Error'))).toEqual(['ErrorHTTP error: status code 503The pool is exhausted.'])
  })

  it('[TH-27, TH-30] shows an HTML response as a document tree, and nothing in it runs', async () => {
    const html =
      '<!doctype html><html><head><title>Tea</title></head><body><main><p>Hot <b>tea</b></p></main><script>document.title = "taken over"</script><img src="/nowhere.png"></body></html>'
    const served = await openHistory(executionRow(5))
    served.details = (row) => executionOf(row, { responseBody: textBody(html, html.length), contentType: 'text/html' })
    await toggles.first().click()
    const tree = page.getByRole('tree', { name: 'Response body as a tree' })
    await expect.element(tree).toMatchTextContent(/<html>.*<title>Tea<\/title>.*<main>.*<p>…<\/p>/is)
    await expect.element(tree).not.toMatchTextContent('Hot')
    expect(document.title).not.toBe('taken over')
    expect(performance.getEntriesByName(new URL('/nowhere.png', window.location.href).href)).toEqual([])
  })

  it('shows secret values of headers only where that is asked for, and hides them again', async () => {
    const headers = (value: string): [string, string][] => [
      ['set-cookie', value],
      ['x-last', '1'],
    ]
    const served = await openHistory(executionRow(5))
    served.details = (row) => executionOf(row, { responseHeaders: headers('********') })
    server.post('/tasks/:id/executions/:rowId/reveal-headers', 'RevealedHeaders', () => ({
      headers: headers('session=open-sesame'),
    }))
    await toggles.first().click()
    ;(await part('Response Headers')).element().querySelector('summary')?.click()
    const cells = page.getByRole('table', { name: 'Response headers' }).getByRole('cell')
    await expect.poll(() => textsOf(cells)).toEqual(['********', '1'])
    await page.getByRole('button', { name: 'Show the secret value' }).click()
    await expect.poll(() => textsOf(cells)).toEqual(['session=open-sesame', '1'])
    await page.getByRole('button', { name: 'Hide the secret value' }).click()
    await expect.poll(() => textsOf(cells)).toEqual(['********', '1'])
  })

  it('leads from a value of its response to a chart of it, and to a notification about it', async () => {
    const body = '{"items":[{"unit price":1.5}]}'
    const served = await openHistory(executionRow(5))
    served.details = (row) => executionOf(row, { responseBody: textBody(body, body.length) })
    serveNotifications()
    await toggles.first().click()
    await table.getByRole('treeitem', { name: 'unit price: 1.5' }).click()
    await table.getByRole('button', { name: 'Chart this' }).click()
    await expect.poll(() => window.location.search).toMatch(/source=json/)
    await expect.element(page.getByRole('textbox', { name: 'Property' })).toHaveValue("$.items[0]['unit price']")
    await table.getByRole('button', { name: 'Notify on this' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Email notification' })
    await expect.element(dialog.getByLabelText('Source')).toHaveValue('response_body_json')
    await expect.element(dialog.getByLabelText('JSON path')).toHaveValue("$.items[0]['unit price']")
    await expect.element(dialog.getByLabelText('Comparison')).toHaveValue('has_changed')
    await expect.poll(() => window.location.pathname).toBe(`/dashboard/tasks/${task().id}`)
  })

  it('keeps what was folded in it while one points at the chart and at another row, and as an execution arrives', async () => {
    const body = '{"cups":{"large":1},"pot":2}'
    const served = await openHistory(...executions(2))
    served.details = (row) => executionOf(row, { responseBody: textBody(body, body.length) })
    await toggles.last().click()
    const node = (state: object) => table.getByRole('treeitem', { name: 'cups: { 1 key }', ...state })
    await expect.element(table.getByRole('treeitem', { name: 'large: 1' })).toBeVisible()
    await node({}).click()
    await expect.element(node({ expanded: false })).toBeVisible()

    await chart.hover()
    await expect.element(chart).toHaveAttribute('aria-valuetext', expect.stringContaining('Status code 200'))
    await expect.element(node({ expanded: false })).toBeVisible()
    await rows.first().hover()
    await expect.element(rows.first()).toHaveAttribute('data-marked', 'true')
    served.rows = [executionRow(3), ...served.rows]
    await expect.element(newButton(1)).toBeVisible()
    await expect.element(node({ expanded: false })).toBeVisible()
    await expect.element(table.getByRole('treeitem', { name: 'large: 1' })).not.toBeInTheDocument()
  })

  it('at the bottom of the window is scrolled into sight with its row', async () => {
    await openHistory(...executions(4))
    await expect.element(chart).toBeVisible()
    await toggles.nth(1).click()
    await expect.element(await part('Response Body')).toBeInViewport({ ratio: 1 })
    await expect.element(rows.nth(1)).toBeInViewport({ ratio: 1 })
  })
})

it('selecting text in a row does not open it, and a click on it does', async () => {
  await openHistory(failedRow(1))
  const reason = rows.first().getByText('Connection lost')
  await userEvent.dragAndDrop(reason, reason, { sourcePosition: { x: 2, y: 8 }, targetPosition: { x: 60, y: 8 } })
  expect(String(getSelection())).not.toBe('')
  await expect.element(toggles.first()).toHaveAttribute('aria-expanded', 'false')
  await rows.first().getByText('Failed').click()
  await expect.element(toggles.first()).toHaveAttribute('aria-expanded', 'true')
})

it('the ring around a row’s button that has the focus stands whole within its cell', async () => {
  await openHistory(executionRow(1))
  focus(toggles.first())
  // The browser draws a ring only for who goes by keyboard.
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}{Tab}')
  await expect.element(toggles.first()).toHaveFocus()
  const button = toggles.first().element()
  const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(button)
  expect(outlineStyle).not.toBe('none')
  const beyond = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)
  const [ring, cell] = [button.getBoundingClientRect(), button.closest('td')?.getBoundingClientRect()]
  expect(ring.top - beyond).toBeGreaterThanOrEqual(cell?.top ?? Number.NaN)
  expect(ring.bottom + beyond).toBeLessThanOrEqual(cell?.bottom ?? Number.NaN)
})

describe('while executions arrive', () => {
  it('[TH-39, TH-41] each slides in on top, and is announced by how many have come', async () => {
    const served = await openHistory(...executions(1))
    await expectState('Live')
    served.rows = [executionRow(2), ...served.rows]
    await expectRows(2)
    await expect.element(status.filter({ hasText: '1 new execution arrived.' })).toBeInTheDocument()
    await expect.element(rows.first()).toMatchTextContent('2 ms')
  })

  it('an execution in flight ends in its row, and stands in the chart then', async () => {
    const served = await openHistory(executionRow(1, { status: 'RUNNING', response: null, responseTimeMs: null }))
    await expect.element(rows.first()).toMatchTextContent('Running')
    await expect.element(page.getByText('No execution on this page has ended.')).toBeVisible()
    served.rows = [executionRow(1)]
    await expect.element(rows.first()).toMatchTextContent('Succeeded')
    await expect.element(page.getByRole('slider', { name: 'Response Time of 1 execution' })).toBeVisible()
  })

  it('they wait while a row has the focus of the keyboard, and appear once it leaves the rows', async () => {
    const served = await openHistory(...executions(5))
    focus(page.getByRole('button', { name: 'Pause' }))
    await userEvent.keyboard('{Tab}{ArrowDown}')
    await expect.element(toggles.nth(1)).toHaveFocus()
    const focused = toggles.nth(1).element()
    served.rows = [executionRow(6), ...served.rows]
    await expect.element(newButton(1)).toBeVisible()
    await expect.element(page.getByText('New executions wait while you read the rows.')).toBeVisible()
    expect(document.activeElement).toBe(focused)
    await expectRows(5)
    await userEvent.keyboard('{ArrowUp}{Shift>}{Tab}{/Shift}')
    await expectRows(6)
    await expect.element(newButton(1)).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'Pause' })).toHaveFocus()
  })

  it('they wait while one reads on below the first row, and appear back at the top', async () => {
    await page.viewport(1280, 360)
    const served = await openHistory(...executions(10))
    await expect.element(chart).toBeVisible()
    const last = rows.last().element()
    window.scrollTo(0, document.documentElement.scrollHeight)
    await expectState('On hold')
    const top = last.getBoundingClientRect().top
    served.rows = [executionRow(11), ...served.rows]
    await expect.element(newButton(1)).toBeInTheDocument()
    expect(last.getBoundingClientRect().top).toBe(top)
    window.scrollTo(0, 0)
    await expect.element(rows.first()).toMatchTextContent('11 ms')
    await expect.element(newButton(1)).not.toBeInTheDocument()
    await page.viewport(1280, 800)
  })

  it.each([
    [rejected(429, 'RATE_LIMITED'), 'The server is busy.'],
    [rejected(500, 'INTERNAL'), 'The server did not respond.'],
  ])(
    '[TH-39] a history whose polls are rejected does not call itself live until they are answered again (%#)',
    async (rejection, says) => {
      await openHistory(...executions(1))
      await expectState('Live')
      let isBroken = true
      const state = { state: 'first', changed: null }
      server.get('/tasks/:id/news', 'TaskNews', () =>
        isBroken
          ? rejection
          : {
              ...state,
              rows: { results: [], total: 1, page: 0, newest: null, hasNewItem: false, newer: 0, isActive: true },
            },
      )
      await expectState('Not live')
      await expect.element(page.getByText(`${says} Retrying`, { exact: false })).toBeVisible()
      await expectRows(1)
      isBroken = false
      await expectState('Live')
    },
  )

  it('a task that is disabled elsewhere is called so, and nothing is live any more', async () => {
    const served = await openHistory(...executions(1))
    await expectState('Live')
    served.view = task({ status: 'DISABLED', version: 3, scheduler: { status: 'DISABLED' } })
    served.state = 'disabled'
    await expect.element(page.getByText('Runs only when you press Test')).toBeVisible()
    await expect.element(page.getByText('Live', { exact: true })).not.toBeInTheDocument()
  })
})

describe('where executions are filtered', () => {
  const some = () => [
    executionRow(4, { trigger: 'TEST' }),
    failedRow(3),
    executionRow(2, { response: { statusCode: 503, bodyBytes: 1 } }),
    executionRow(1),
  ]

  it('their result, status code and trigger are in the address, and can be cleared', async () => {
    await openHistory(...some())
    await page.getByRole('combobox', { name: 'Status' }).selectOptions('Failed or HTTP error')
    await expectRows(2)
    await expect.poll(() => window.location.search).toBe('?status=FAILED%2CHTTP_ERROR')
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByLabelText('Status code').fill('5')
    await userEvent.keyboard('{Enter}')
    await expectRows(1)
    await expect.element(rows.first()).toMatchTextContent('503')
    await expect.poll(() => window.location.search).toMatch(/code=5xx/)
    await userEvent.keyboard('{Escape}')
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await expectRows(4)
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByLabelText('Started by').selectOptions('Test')
    await expectRows(1)
    await expect.element(page.getByRole('button', { name: 'Filters · 1' })).toBeVisible()
  })

  it('where none matches it says so, and shows all again', async () => {
    serveExecutions(task(), ...some())
    await openPage(path('?code=404'))
    await expect.element(page.getByText('No executions match.')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expectRows(4)
  })

  it('a jump that ends after a filter was chosen, or after its page was left, opens nothing', async () => {
    const served = await openHistory(...executions(30))
    const held = () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      server.get('/tasks/:id/executions', 'ExecutionPage', async ({ query }) => {
        if (query.has('at')) await promise
        const results = served.rows.slice(0, 10)
        return { results, total: 30, page: 0, newest: null, hasNewItem: false, newer: 0, isActive: true }
      })
      return resolve
    }
    const jump = async () => {
      const release = held()
      await page.getByRole('button', { name: 'Filters' }).click()
      await page.getByLabelText('Jump to').fill('2026-01-01T12:00:00')
      await userEvent.keyboard('{Enter}')
      const searches = () => server.calls('get', /\/executions$/).filter(({ query }) => query.has('at'))
      await expect.poll(searches).not.toHaveLength(0)
      return release
    }
    const findsFiltered = await jump()
    await page.getByRole('combobox', { name: 'Status' }).selectOptions('Succeeded')
    await expect.poll(() => window.location.search).toBe('?status=SUCCEEDED')
    findsFiltered()
    await expect.element(page.getByRole('button', { name: 'Go', exact: true })).not.toBeInTheDocument()
    expect(window.location.search).toBe('?status=SUCCEEDED')

    const findsLeft = await jump()
    server.get('/tasks', 'TaskPage', () => ({
      results: [],
      total: 0,
      page: 0,
      counts: { ACTIVE: 0, DISABLED: 0, FAILING: 0, LATE: 0 },
      taskCount: 0,
    }))
    server.get('/tasks/drafts', 'DraftList', () => ({ results: [] }))
    await page.getByRole('link', { name: '< Back to Tasks' }).click()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Tasks' })).toBeVisible()
    findsLeft()
    await page.getByRole('link', { name: 'Support' }).first().click()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Support' })).toBeVisible()
    expect(window.location.pathname).toBe('/dashboard/support')
  })
})

describe('with more executions than a page has', () => {
  it('[TH-31, TH-32] a page has ten, and the next one stays as it is while more arrive', async () => {
    const served = await openHistory(...executions(12))
    await expect.element(page.getByRole('navigation', { name: 'Pages' })).toMatchTextContent('1–10 of 12')
    await page.getByRole('button', { name: 'Next page' }).click()
    await expectRows(2)
    await expectState('On hold')
    served.rows = [executionRow(13), ...served.rows]
    await expect.element(newButton(1)).toBeVisible()
    await expectRows(2)
  })

  it('[TH-33..TH-35] one that the address names is opened, marked and in sight, on the page where it stands', async () => {
    serveExecutions(task(), ...executions(12))
    await openPage(path(`/${idOf('execution', 1)}`))
    await expectRows(2)
    await expect.poll(() => table.element().querySelectorAll('tr[aria-current]')).toHaveLength(1)
    await expect.element(toggles.last()).toHaveAttribute('aria-expanded', 'true')
    await expect.element(rows.last()).toBeInViewport()
    expect(getComputedStyle(rows.last().element()).boxShadow).toMatch(/inset/)
    expect(getComputedStyle(rows.first().element()).boxShadow).toBe('none')
  })

  it('[ER-32, ER-33, SN-05] where the one that the address names is gone, the newest are shown, and a warning says so', async () => {
    serveExecutions(task(), ...executions(12))
    await openPage(path(`/${idOf('execution', 99)}`))
    await expectSnackbar('Execution detail is not available, showing latest entries instead.')
    await expect.poll(() => document.querySelector('.kw-snackbar-warning')).not.toBeNull()
    await expect.poll(() => window.location.pathname).toBe(path())
    await expectRows(10)
  })
})

it('a viewer reads the history, and can change nothing of it', async () => {
  server.get('/accounts/me', 'AccountView', () => account({ role: 'VIEWER' }))
  const served = await openHistory(executionRow(1))
  served.details = (row) => executionOf(row, { responseHeaders: [['set-cookie', '********']] })
  await toggles.first().click()
  ;(await part('Response Headers')).element().querySelector('summary')?.click()
  await expect.element(page.getByRole('button', { name: 'Show the secret value' })).toBeDisabled()
  await expect.element(page.getByRole('button', { name: 'Test', exact: true })).toBeDisabled()
  await expect.element(page.getByRole('button', { name: 'Add bookmark' })).toBeDisabled()
  for (const format of ['JSON lines', 'HAR'])
    await expect.element(page.getByRole('link', { name: format })).toBeVisible()
})
