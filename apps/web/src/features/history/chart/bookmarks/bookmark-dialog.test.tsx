import type { ChartView } from '@knockwire/domain/charts/chart'
import { UpdateChartInput } from '@knockwire/domain/charts/chart'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { account } from '../../../../testing/builders/account.ts'
import { executionRow } from '../../../../testing/builders/execution.ts'
import { idOf } from '../../../../testing/builders/ids.ts'
import { task } from '../../../../testing/builders/task.ts'
import { rejected, server } from '../../../../testing/network.ts'
import { openPage } from '../../../../testing/open-page.tsx'
import { expectFieldError, expectToBeKept, press, textsOf } from '../../../../testing/screens.ts'
import { serveExecutions } from '../../../../testing/serve-executions.ts'

const bookmarks = page.getByRole('group', { name: 'Bookmarks' })
const adding = page.getByRole('dialog', { name: 'Add bookmark' })
const editing = page.getByRole('dialog', { name: 'Edit bookmark' })
const chip = (name: string) => bookmarks.getByRole('button', { name, exact: true })
const chart = (source: string) => page.getByRole('slider', { name: `${source} of 1 execution` })

const bookmark = (number: number, more: Partial<ChartView> = {}): ChartView => ({
  id: idOf('other', number),
  taskId: task().id,
  name: 'Price',
  source: 'response_body_json',
  property: 'price',
  key: null,
  ...more,
})

/** The API of a task's bookmarks. */
const openBookmarks = async (...stored: ChartView[]) => {
  const served = { stored }
  serveExecutions(task(), executionRow(1))
  server.get('/tasks/:id/charts', 'ChartList', () => ({ results: served.stored }))
  server.post('/tasks/:id/charts', 'ChartView', ({ body }) => {
    const { taskId: _same, ...input } = body as { taskId: string }
    const made = bookmark(100, UpdateChartInput.parse(input))
    served.stored = [...served.stored, made]
    return made
  })
  server.post('/tasks/:id/charts/:chartId', 'ChartView', ({ params, body }) => {
    const changed = bookmark(0, { id: params['chartId'] ?? '', ...UpdateChartInput.parse(body) })
    served.stored = served.stored.map((one) => (one.id === changed.id ? changed : one))
    return changed
  })
  server.done.delete('/tasks/:id/charts/:chartId', ({ params }) => {
    served.stored = served.stored.filter(({ id }) => id !== params['chartId'])
  })
  await openPage(`/dashboard/tasks/${task().id}/executions`)
  await expect.element(chip('Add bookmark')).toBeVisible()
  return served
}

it('[TH-15, TH-16, TH-18, TH-19] a bookmark is added by its name, without the source of texts, and is shown at once', async () => {
  await openBookmarks()
  await press(bookmarks, 'Add bookmark')
  await expect.element(adding.getByLabelText('Name')).toHaveFocus()
  expect(textsOf(adding.getByLabelText('Source').getByRole('option'))).toEqual([
    'Response Time',
    'Response Code',
    'Response Body (JSON)',
  ])
  await adding.getByLabelText('Name').fill('Status')
  await adding.getByLabelText('Source').selectOptions('response_code')
  await press(adding, 'Save')
  await expect.element(adding).not.toBeInTheDocument()
  expect(server.calls('post', /\/charts$/).map(({ body }) => body)).toEqual([
    { taskId: task().id, name: 'Status', source: 'response_code', property: '' },
  ])
  await expect.element(chip('Status')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(chart('Response Code')).toBeVisible()
  await expect.element(chip('Add bookmark')).toHaveFocus()
})

it('[TH-15, TH-17] a bookmark shows its chart by a click, is edited, and is deleted', async () => {
  const served = await openBookmarks(bookmark(1), bookmark(2, { name: 'Time', source: 'response_time', property: '' }))
  await expect.element(chip('Time')).toHaveAttribute('aria-pressed', 'true')
  await chip('Price').click()
  await expect.poll(() => window.location.search).toBe('?source=json&property=price')
  await expect.element(chip('Price')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(chip('Time')).toHaveAttribute('aria-pressed', 'false')

  await press(bookmarks, 'Edit bookmark Price')
  await expect.element(editing.getByLabelText('Name')).toHaveValue('Price')
  await expect.element(editing.getByLabelText('Property')).toHaveValue('price')
  await editing.getByLabelText('Name').fill('Status')
  await editing.getByLabelText('Source').selectOptions('response_code')
  await expect.element(editing.getByLabelText('Property')).not.toBeInTheDocument()
  await press(editing, 'Save')
  await expect.element(editing).not.toBeInTheDocument()
  expect(served.stored[0]).toMatchObject({ name: 'Status', source: 'response_code', property: '' })
  await expect.element(chart('Response Code')).toBeVisible()

  await press(bookmarks, 'Edit bookmark Status')
  await press(editing, 'Delete')
  await expect.element(editing).not.toBeInTheDocument()
  await expect.element(chip('Status')).not.toBeInTheDocument()
  await expect.element(chip('Time')).toBeVisible()
})

it('a bookmark without a name is rejected at its field, and given up only where that is wanted', async () => {
  await openBookmarks()
  await press(bookmarks, 'Add bookmark')
  await press(adding, 'Save')
  await expectFieldError(adding.getByLabelText('Name'), 'Enter a name.')
  await adding.getByLabelText('Name').fill('T')
  await expect.element(adding.getByLabelText('Name')).not.toHaveAttribute('aria-invalid', 'true')
  expect(server.calls('post', /\/charts$/)).toEqual([])
  await userEvent.keyboard('{Escape}')
  await press(adding, 'Discard')
  await expect.element(adding).not.toBeInTheDocument()
  await expect.poll(() => textsOf(bookmarks.getByRole('button'))).toEqual(['Add bookmark'])
})

it('a bookmark that is being named is not lost by Esc or a click outside', async () => {
  await openBookmarks()
  await press(bookmarks, 'Add bookmark')
  await expectToBeKept(adding, adding.getByLabelText('Name'), 'Price of tea')
  await press(adding, 'Save')
  await expect.element(adding).not.toBeInTheDocument()
  await expect.element(chip('Price of tea')).toBeVisible()
})

it('a bookmark that the server rejects stays in its dialog, with the reason', async () => {
  await openBookmarks()
  server.post('/tasks/:id/charts', 'ChartView', () =>
    rejected(409, 'CONFLICT', { message: 'A task has at most 50 bookmarks.' }),
  )
  await press(bookmarks, 'Add bookmark')
  await adding.getByLabelText('Name').fill('Price of tea')
  await press(adding, 'Save')
  await expect.element(adding.getByRole('alert')).toHaveTextContent('A task has at most 50 bookmarks.')
  await expect.element(adding.getByRole('button', { name: 'Save' })).toHaveFocus()
  await expect.element(adding.getByLabelText('Name')).toHaveValue('Price of tea')
})

it('a viewer sees bookmarks and the charts that they show, and can add and edit none', async () => {
  server.get('/accounts/me', 'AccountView', () => account({ role: 'VIEWER' }))
  await openBookmarks(bookmark(1, { source: 'response_code', property: '' }))
  await chip('Price').click()
  await expect.element(chart('Response Code')).toBeVisible()
  for (const name of ['Edit bookmark Price', 'Add bookmark']) await expect.element(chip(name)).toBeDisabled()
})
