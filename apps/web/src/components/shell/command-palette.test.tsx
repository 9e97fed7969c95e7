import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { receiver } from '../../testing/builders/receiver.ts'
import { rejected, server } from '../../testing/network.ts'
import { openPage } from '../../testing/open-page.tsx'
import { serveReceiver } from '../../testing/serve-receiver.ts'
import { taskPage } from '../../testing/builders/task.ts'

it('a search that could not be made is not called one that found nothing', async () => {
  server.get('/tasks', 'TaskPage', () => rejected(400, 'MALFORMED'))
  server.get('/receivers', 'ReceiverPage', () => rejected(400, 'MALFORMED'))
  await openPage('/dashboard/support')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Support' })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await page.getByRole('textbox', { name: 'Search tasks, receivers and actions' }).fill('no action is called this')
  await expect.element(page.getByText('Tasks and receivers could not be searched.')).toBeVisible()
  await expect.element(page.getByText('Nothing found.')).not.toBeInTheDocument()
})

it('a receiver is found by the server, however many there are, read out, and opened by Enter', async () => {
  server.get('/tasks', 'TaskPage', () => taskPage())
  const found = receiver({ name: 'Payments' })
  server.get('/receivers', 'ReceiverPage', ({ query }) => {
    const results =
      query.get('search') === 'pay' ? [{ ...found, lastRequestAt: null, requestCount: 0, rejectedLastHour: 0 }] : []
    const heartbeats = { NEW: 0, UP: 0, RUNNING: 0, LATE: 0, DOWN: 0, PAUSED: 0 }
    return {
      results,
      total: results.length,
      page: 0,
      counts: { ACTIVE: 200, DISABLED: 0 },
      heartbeats,
      receiverCount: 200,
    }
  })
  await openPage('/dashboard/support')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Support' })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  const search = page.getByRole('textbox', { name: 'Search tasks, receivers and actions' })
  await search.fill('nothing is called this')
  await expect.element(page.getByText('Nothing found.')).toBeVisible()
  await search.fill('pay')
  await expect.element(page.getByRole('button', { name: /^Payments/ })).toBeVisible()
  const status = page.getByRole('dialog', { name: 'Command palette' }).getByRole('status')
  await expect.element(status.first()).toHaveTextContent('1 result')
  await expect.element(status.nth(1)).toHaveTextContent('Payments')
  serveReceiver(found)
  server.get('/receivers/:id/heartbeat-changes', 'HeartbeatChangeList', () => ({ results: [] }))
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Payments')
})
