import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { draft } from '../../testing/builders/task.ts'
import { openPage } from '../../testing/open-page.tsx'
import { serveNotifications } from '../../testing/serve-notifications.ts'
import { serveTask } from '../../testing/serve-task.ts'

it('a curl command fills in the request alone, and Undo takes back the request alone: what is typed meanwhile stays', async () => {
  const served = serveTask(draft())
  serveNotifications()
  await openPage(`/dashboard/drafts/${served.view.id}`)
  const url = page.getByLabelText('URL', { exact: true })
  const name = page.getByLabelText('Name', { exact: true })
  const command = 'curl -X POST https://example.com/tea'
  await url.fill(command)
  await name.fill('Tea')
  await expect.element(url).toHaveValue('https://example.com/tea')
  await expect.element(name).toHaveValue('Tea')
  await name.fill('Tea and cake')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(url).toHaveValue(command)
  await expect.element(name).toHaveValue('Tea and cake')
  await expect.element(page.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
})
