import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '../../../lib/api/query-client.ts'
import { receiver, requestRow } from '../../../testing/builders/receiver.ts'
import { rejected, server } from '../../../testing/network.ts'
import { openPage } from '../../../testing/open-page.tsx'
import { focus, textsOf } from '../../../testing/screens.ts'
import { serveReceiver } from '../../../testing/serve-receiver.ts'
import {
  table,
  rows,
  toggle,
  path,
  expectRows,
  expectState,
  requests,
  openHistory,
} from '../../../testing/pages/request-history.ts'

/** Pairs of cells whose boxes cover each other. */
function overlaps(row: Element): string[] {
  const cells = [...row.querySelectorAll(':scope > td')].map((cell) => ({
    text: cell.textContent,
    box: cell.getBoundingClientRect(),
  }))
  return cells.flatMap((one, index) =>
    cells.slice(index + 1).flatMap((other) => {
      const isApart =
        one.box.right <= other.box.left + 1 ||
        other.box.right <= one.box.left + 1 ||
        one.box.bottom <= other.box.top + 1 ||
        other.box.bottom <= one.box.top + 1
      return isApart ? [] : [`${one.text} | ${other.text}`]
    }),
  )
}

it('[RH-09, RH-10] a history says that it loads, and then that it waits for requests', async () => {
  serveReceiver(receiver())
  const { promise, resolve } = Promise.withResolvers<void>()
  const none = { results: [], total: 0, page: 0, newest: null, hasNewItem: false, newer: 0, isActive: true }
  server.get('/receivers/:id/executions', 'ReceivedRequestPage', async () => {
    await promise
    return none
  })
  await openPage(path())
  await expect.element(page.getByText('Loading receiver history...')).toBeVisible()
  resolve()
  await expect.element(page.getByText(/Waiting for requests/i).first()).toBeVisible()
})

it('a history that could not be loaded says why, and is loaded again by its button', async () => {
  const served = serveReceiver(receiver(), ...requests(2))
  server.get('/receivers/:id/executions', 'ReceivedRequestPage', () =>
    rejected(400, 'MALFORMED', { message: 'The history is being moved.' }),
  )
  await openPage(path())
  await expect.element(page.getByText('The history could not be loaded.')).toBeVisible()
  await expect.element(page.getByText('The history is being moved.')).toBeVisible()
  server.get('/receivers/:id/executions', 'ReceivedRequestPage', () => ({
    results: served.rows,
    total: 2,
    page: 0,
    newest: served.rows[0]?.id ?? null,
    hasNewItem: false,
    newer: 0,
    isActive: true,
  }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectRows(2)
})

it('a row says what came, and opens to all of it; it closes again', async () => {
  await openHistory(requestRow(2, { event: 'push', responseCode: 503, hasErrors: true }), requestRow(1))
  await expectRows(2)
  await expect
    .element(rows.first())
    .toMatchTextContent(/POST.*push.*\/\?n=2.*application\/json · 14 B.*503.*203\.0\.113\.7/)
  await expect.element(rows.first().getByRole('img', { name: 'with errors' })).toBeVisible()
  await toggle(1).click()
  await expect.element(toggle(1)).toHaveAttribute('aria-expanded', 'true')
  await expect.element(table.getByRole('treeitem', { name: 'order: "tea"' })).toBeVisible()
  await expect.element(table.getByRole('heading', { name: 'Request Headers' })).toBeVisible()
  await toggle(1).click()
  await expect.element(table.getByRole('heading', { name: 'Request Headers' })).not.toBeInTheDocument()
})

it('a row says what its call meant to the heartbeat, also once that is decided, and opens to the reason', async () => {
  const undecided = requestRow(3, { signal: { kind: 'UNDECIDED', exitCode: null } })
  const served = await openHistory(
    undecided,
    requestRow(2, { signal: { kind: 'FAIL', exitCode: 3 }, target: '/3' }),
    requestRow(1),
  )
  await expectRows(3)
  await expect.element(rows.nth(1)).toMatchTextContent('Failure (exit 3)')
  await expect.element(rows.first()).toMatchTextContent('Checking…')
  served.rows = [{ ...undecided, signal: { kind: 'UNMET', exitCode: null } }, ...served.rows.slice(1)]
  await expect.element(rows.first()).toMatchTextContent('Condition not met')
  await toggle(0).click()
  await expect.element(table.getByText(/it does not meet the condition of a success/)).toBeVisible()
  await toggle(2).click()
  await expect.element(table.getByRole('heading', { name: 'Request Headers' }).nth(1)).toBeVisible()
  expect(table.getByRole('heading', { name: 'Heartbeat' }).elements()).toHaveLength(1)
})

it('the details of a call say how long the run took that it ended, and nothing of one that ended none', async () => {
  const ended = (number: number) => requestRow(number, { signal: { kind: 'SUCCESS', exitCode: null } })
  const shown = [ended(3), ended(2), ended(1)] as const
  const served = await openHistory(...shown)
  served.runDurationsMs.set(shown[0].id, 192_400).set(shown[1].id, 640)
  await expectRows(3)
  for (const index of shown.keys()) await toggle(index).click()
  await expect.poll(() => table.getByText('This call counts as a success.').elements()).toHaveLength(3)
  const durations = table.getByText(/^A run ended/)
  await expect.poll(() => textsOf(durations)).toEqual(['A run ended after 3 min 12 s.', 'A run ended after 640 ms.'])
})

it('rows are read and opened by the keyboard alone, and the focus comes back', async () => {
  await openHistory(...requests(5))
  await expectRows(5)
  focus(toggle(0))
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.element(toggle(2)).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(table.getByRole('treeitem', { name: 'order: "tea"' })).toBeVisible()
  await expect.element(toggle(2)).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(toggle(2)).not.toHaveFocus()
  // The first closes the tooltip that the focus opened, the second the row.
  await userEvent.keyboard('{Escape}{Escape}')
  await expect.element(table.getByRole('treeitem', { name: 'order: "tea"' })).not.toBeInTheDocument()
  await expect.element(toggle(2)).toHaveFocus()
  await userEvent.keyboard('{End}')
  await expect.element(toggle(4)).toHaveFocus()
  await userEvent.keyboard('{Home}')
  await expect.element(toggle(0)).toHaveFocus()
})

it('a row that is pressed fetches what it holds once, before the mouse button is released', async () => {
  await openHistory(...requests(1))
  await expectRows(1)
  const details = () => server.calls('get', /\/executions\/[-\da-f]{36}$/)
  const cell = rows.first().getByRole('cell').nth(2).element()
  cell.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'mouse', button: 0 }))
  await expect.poll(details).toHaveLength(1)
  // React's strict mode mounts each component twice, which would abort a fetch that is still in flight and begin another.
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  await expect.element(table.getByRole('heading', { name: 'Request Body' })).not.toBeInTheDocument()
  ;(cell as HTMLElement).click()
  await expect.element(table.getByRole('heading', { name: 'Request Body' })).toBeVisible()
  expect(details()).toHaveLength(1)
})

it('rows that are opened one after the other are all open', async () => {
  await openHistory(...requests(3))
  await expectRows(3)
  for (const index of [0, 1, 2, 1]) await toggle(index).click()
  for (const [index, expanded] of ['true', 'false', 'true'].entries())
    await expect.element(toggle(index)).toHaveAttribute('aria-expanded', expanded)
  await expect.poll(() => table.getByRole('heading', { name: 'Request Body' }).elements()).toHaveLength(2)
})

it('details that could not be loaded say so in their row, and the others open', async () => {
  await openHistory(...requests(2))
  await expectRows(2)
  server.get('/receivers/:id/executions/:rowId', 'ReceivedRequestWithPage', () =>
    rejected(429, 'RATE_LIMITED', { message: 'Too many calls.' }),
  )
  await toggle(0).click()
  await expect.element(table.getByText('The details could not be loaded.')).toBeVisible()
  await expect.element(table.getByText('Too many calls.')).toBeVisible()
  await expect.element(toggle(1)).toBeVisible()
})

describe('where it is narrowed down', () => {
  const some = () => [requestRow(3, { target: '/tea' }), requestRow(2, { responseCode: 500 }), requestRow(1)]

  it('the text that is searched for and the status are in the address, and can be cleared', async () => {
    await openHistory(...some())
    await expectRows(3)
    await page.getByLabelText('Search URL and body').fill('tea')
    await expectRows(1)
    await expect.poll(() => window.location.search).toBe('?text=tea')
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await expectRows(3)
    await page.getByRole('combobox', { name: 'Status' }).selectOptions('HTTP error')
    await expectRows(1)
    await expect.element(rows.first()).toMatchTextContent('500')
    await expect.poll(() => window.location.search).toMatch(/status=HTTP_ERROR/i)
  })

  it('the address alone narrows it down', async () => {
    serveReceiver(receiver(), ...some())
    await openPage(path('?text=tea'))
    await expectRows(1)
    await expect.element(page.getByLabelText('Search URL and body')).toHaveValue('tea')
  })

  it('where nothing matches it says so, and shows all again', async () => {
    serveReceiver(receiver(), ...some())
    await openPage(path('?text=coffee'))
    await expect.element(page.getByText('No requests match.')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expectRows(3)
  })
})

describe('with more than anybody looks at', () => {
  it('[RH-11] a page has twenty requests, and the next one stays as it is while more arrive', async () => {
    const served = await openHistory(...requests(60))
    await expectRows(20)
    const next = page.getByRole('button', { name: /Next/ })
    await next.click()
    await expect.element(rows.first()).toMatchTextContent('/?n=40')
    await expectState('On hold')
    served.rows = [requestRow(61), ...served.rows]
    await expect.element(page.getByRole('button', { name: '1 new', exact: true })).toBeVisible()
    await expect.element(rows.first()).toMatchTextContent('/?n=40')
  })

  it('the longest texts of a row are cut: nothing scrolls sideways, and no cell covers another', async () => {
    const long = {
      target: `/${'path-of-a-request/'.repeat(27)}`,
      contentType: `application/vnd.${'company'.repeat(20)}+json`,
      event: 'customer.subscription.trial_will_end'.repeat(5),
      remoteAddress: '2001:0db8:85a3:0000:0000:8a2e:0370:7334',
      requestBytes: 1_048_576,
    }
    await openHistory(...Array.from({ length: 20 }, (_, index) => requestRow(20 - index, long)))
    await expectRows(20)
    for (const width of [1280, 390]) {
      await page.viewport(width, 800)
      await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
      expect(overlaps(rows.first().element())).toEqual([])
    }
    await page.viewport(1280, 800)
    expect(textsOf(rows.first())).not.toEqual([])
  })
})
