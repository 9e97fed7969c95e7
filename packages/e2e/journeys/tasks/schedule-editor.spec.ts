import type { Api } from '../../harness/api.ts'
import type { Locator, Page } from '@playwright/test'
import { section, snackbar } from '../../harness/screens.ts'
import { expect, test } from '../../harness/test.ts'

const openDraft = async (page: Page, api: Api) => {
  const id = await api.createDraft()
  await page.goto(`/dashboard/drafts/${id}`)
  const editor = section(page, 'Request Schedule')
  await section(page, 'Request Settings').getByLabel('URL', { exact: true }).fill('https://example.com/')
  return { id, editor }
}

/** Away from the edge of the window, where the list is hidden as soon as anything above its field grows. */
const chooseZone = async (editor: Locator, city: string) => {
  const field = editor.getByRole('combobox', { name: 'Timezone' })
  await field.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await field.fill(city.toLowerCase())
  await editor.getByRole('option', { name: city }).click()
}

test('[SC-02, SC-09..SC-11] a cron expression is described in words, with its next five runs in the chosen zone, and saved', async ({
  page,
  api,
}) => {
  const { id, editor } = await openDraft(page, api)
  await editor.getByText('Cron', { exact: true }).click()
  const cron = editor.getByLabel('Cron expression')
  await cron.fill('30 9 * * 1-5')
  await expect(editor.getByText('Monday through Friday at 9:30 AM')).toBeVisible()
  const next = editor.getByRole('list', { name: 'Next 5 executions' }).getByRole('listitem')
  await expect(next).toHaveCount(5)
  await expect(next.first()).toContainText('9:30:00 AM GMT+')

  await chooseZone(editor, 'Tokyo')
  await expect(next.first()).toContainText('9:30:00 AM GMT+9')

  await cron.fill('0 9 * * *')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(snackbar(page, 'Task created')).toBeVisible()
  expect((await api.getTask(id)).scheduler).toMatchObject({
    mode: 'CUSTOM',
    expression: '0 9 * * *',
    timezone: 'Asia/Tokyo',
    nextExecutionDate: expect.stringContaining('T00:00:00'),
  })
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(editor).toContainText('Every day at 9:00 AM')
})
