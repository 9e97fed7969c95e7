import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { rejected, server } from '../../testing/network.ts'
import { openPage } from '../../testing/open-page.tsx'

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
