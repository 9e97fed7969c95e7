import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { account } from '../../../testing/builders/account.ts'
import { executionOf, executionRow, executions, failedRow } from '../../../testing/builders/execution.ts'
import { idOf } from '../../../testing/builders/ids.ts'
import { task } from '../../../testing/builders/task.ts'
import { rejected, server } from '../../../testing/network.ts'
import { openPage } from '../../../testing/open-page.tsx'
import { expectSnackbar, focus, part, textsOf } from '../../../testing/screens.ts'
import { serveExecutions } from '../../../testing/serve-executions.ts'
import {
  table,
  rows,
  toggles,
  path,
  expectRows,
  expectState,
  newButton,
  openHistory,
} from '../../../testing/pages/execution-history.ts'

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
