import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { executionRow, executions, failedRow } from '../../../testing/builders/execution.ts'
import { task, taskPage } from '../../../testing/builders/task.ts'
import { server } from '../../../testing/network.ts'
import { openPage } from '../../../testing/open-page.tsx'
import { serveExecutions } from '../../../testing/serve-executions.ts'
import { rows, path, expectRows, openHistory } from '../../../testing/pages/execution-history.ts'

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
    server.get('/tasks', 'TaskPage', () => taskPage())
    server.get('/tasks/drafts', 'DraftList', () => ({ results: [] }))
    await page.getByRole('link', { name: '< Back to Tasks' }).click()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Tasks' })).toBeVisible()
    findsLeft()
    await page.getByRole('link', { name: 'Support' }).first().click()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Support' })).toBeVisible()
    expect(window.location.pathname).toBe('/dashboard/support')
  })
})
