import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { executionRow, executions } from '../../../testing/builders/execution.ts'
import { task } from '../../../testing/builders/task.ts'
import { rejected, server } from '../../../testing/network.ts'
import { focus } from '../../../testing/screens.ts'
import {
  rows,
  toggles,
  chart,
  status,
  expectRows,
  expectState,
  newButton,
  openHistory,
} from '../../../testing/pages/execution-history.ts'

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
