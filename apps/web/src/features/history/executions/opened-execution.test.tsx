import { textBody } from '@knockwire/domain/bodies/http-body'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { executionOf, executionRow, executions, failedRow } from '../../../testing/builders/execution.ts'
import { task } from '../../../testing/builders/task.ts'
import { server } from '../../../testing/network.ts'
import { part, textsOf } from '../../../testing/screens.ts'
import { serveNotifications } from '../../../testing/serve-notifications.ts'
import { table, rows, toggles, chart, newButton, openHistory } from '../../../testing/pages/execution-history.ts'

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
