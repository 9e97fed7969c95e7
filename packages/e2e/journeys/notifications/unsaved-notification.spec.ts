import type { Page } from '@playwright/test'
import { expect, test } from '../../harness/notified-test.ts'
import { addDialog, template } from '../../harness/notification-screens.ts'

/** Types in the dialog of a new notification of the page. */
const typeSubject = async (page: Page) => {
  const dialog = await addDialog(page, 'Email')
  await template(dialog, 'Subject').fill('The shop is down')
  return template(dialog, 'Subject')
}

/** The way back is guarded by a question; staying keeps what was typed, and leaving is possible. */
const expectQuestion = async (page: Page, at: string, title: string) => {
  const subject = await typeSubject(page)
  await page.goBack()
  const question = page.getByRole('dialog', { name: title })
  await expect(question).toContainText('The notification that you are editing is not saved. It will be lost.')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page).toHaveURL(at)
  await expect(subject).toHaveValue('The shop is down')
  await page.goBack()
  await question.getByRole('button', { name: 'Leave' }).click()
}

test('text in a notification of a task is not lost without a question, nor its draft deleted that nobody touched otherwise', async ({
  page,
  api,
}) => {
  await page.goto('/dashboard/tasks')
  await page.getByRole('button', { name: 'Create task', exact: true }).click()
  await expect(page.getByRole('form', { name: 'Create task' })).toBeVisible()
  const id = page.url().split('/').at(-1) ?? ''
  await expectQuestion(page, `/dashboard/drafts/${id}`, 'Leave without saving?')
  await expect(page).toHaveURL('/dashboard/tasks')
  await expect(page.getByRole('heading', { level: 1, name: 'Tasks' })).toBeVisible()
  expect((await api.getTask(id)).status).toBe('DRAFT')

  // The page's own tabs close the dialog, too.
  const task = await api.createTask({ name: 'Shop', url: 'https://example.com/' })
  await page.goto(`/dashboard/tasks/${task.id}/executions`)
  await page.getByRole('link', { name: 'Settings' }).click()
  await expectQuestion(page, `/dashboard/tasks/${task.id}`, 'Leave without saving?')
  await expect(page).toHaveURL(`/dashboard/tasks/${task.id}/executions`)
})

test('text in a notification of a receiver that is being created is not lost without a question', async ({
  page,
  api,
}) => {
  expect(await api.receivers.list()).toEqual([])
  await page.goto('/dashboard/receivers')
  await page.getByRole('button', { name: 'Create receiver' }).click()
  await expect(page.getByRole('form', { name: 'Create receiver' })).toBeVisible()
  await expectQuestion(page, page.url(), 'Leave without saving?')
  await expect(page).toHaveURL('/dashboard/receivers')
})
