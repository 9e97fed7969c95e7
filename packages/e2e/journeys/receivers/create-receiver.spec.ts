import { expectFieldError, snackbar } from '../../harness/screens.ts'
import { callReceiver, receiverRows, receiverSection, responseBody } from '../../harness/receiver-screens.ts'
import { expect, test } from '../../harness/test.ts'

const create = { name: 'Create', exact: true } as const

test('[RD-33, RD-34, SN-09] a new receiver has its URL at once, and answers with Create', async ({ page, api }) => {
  await page.goto('/dashboard/receivers')
  await page.getByRole('button', { name: 'Create receiver' }).click()
  await expect(page).toHaveURL(/\/dashboard\/receivers\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create receiver')
  const id = page.url().split('/').at(-1) ?? ''
  const { url, status } = await api.receivers.get(id)
  expect(status).toBe('DISABLED')
  await expect(receiverSection(page, 'URL')).toContainText(url)
  expect((await callReceiver(url)).code).toBe(404)

  await expect(page.getByLabel('Name')).toHaveValue('Receiver 1')
  await expect(page.getByLabel('Status code')).toHaveValue('200')
  await expect(page.getByRole('combobox', { name: 'Response content type' })).toHaveValue('text/plain')
  await expect(responseBody(page)).toHaveValue('')

  await page.getByLabel('Name').fill('Deployments')
  await responseBody(page).fill('thanks')
  await page.getByRole('button', create).click()
  await expect(snackbar(page, 'Receiver created')).toBeVisible()
  await expect(page.locator('.kw-snackbar')).toHaveCount(1)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Deployments')
  await expect(page).toHaveTitle('Deployments · Knockwire')
  await expect(page.getByRole('button', { name: 'Active' })).toBeVisible()
  await expect(page.getByRole('button', create)).toHaveCount(0)
  expect(await callReceiver(url)).toMatchObject({ code: 200, body: 'thanks' })

  // It is created for good: no question, and no form when it is opened again.
  await page.getByRole('link', { name: '< Back to Receivers' }).click()
  await receiverRows(page).getByRole('link', { name: 'Deployments', exact: true }).click()
  await expect(receiverSection(page, 'Response Settings').getByRole('button', { name: 'Edit' })).toBeVisible()
})

test('[RD-31, RD-32] Cancel deletes it, and goes back to the list', async ({ page, api }) => {
  const kept = await api.receivers.create({ name: 'Kept' })
  await page.goto('/dashboard/receivers')
  await page.getByRole('button', { name: 'Create receiver' }).click()
  await page.getByLabel('Name').fill('Never mind')
  expect(await api.receivers.list()).toHaveLength(1)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/dashboard/receivers')
  await expect(receiverRows(page)).toHaveText([/Kept/])
  expect((await api.receivers.list()).map(({ id }) => id)).toEqual([kept.id])
})

test('a creation at fault says so beside its fields, and goes through once it is corrected', async ({
  page,
  api,
  problem,
}) => {
  await page.goto('/dashboard/receivers')
  await page.getByRole('button', { name: 'Create receiver' }).click()
  const name = page.getByLabel('Name')
  const code = page.getByLabel('Status code')
  const contentType = page.getByRole('combobox', { name: 'Response content type' })
  await name.fill(' ')
  await code.fill('199')
  await contentType.fill('json')
  await page.keyboard.press('Control+Enter')
  await expectFieldError(name, /Enter a name\./)
  await expectFieldError(code, /Enter a status code from 200 to 599\./)
  await expectFieldError(contentType, /Enter a content type, such as application\/json\./)
  await expect(name).toBeFocused()

  await name.fill('Deployments')
  await expect(name).not.toHaveAttribute('aria-invalid')
  await code.fill('')
  await contentType.fill('application/json')
  await page.getByRole('button', create).click()
  await expectFieldError(code, /Enter a status code from 200 to 599\./)
  await code.fill('202')
  await responseBody(page).fill('{% nothing %}')
  problem.announce(422, '/api/v1/receivers/')
  await page.getByRole('button', create).click()
  await expectFieldError(responseBody(page), /tag "nothing" not found/)
  await expect(responseBody(page)).toBeFocused()

  await responseBody(page).fill('{}')
  await page.keyboard.press('Meta+Enter')
  await expect(snackbar(page, 'Receiver created')).toBeVisible()
  expect(await api.receivers.list()).toMatchObject([
    {
      name: 'Deployments',
      status: 'ACTIVE',
      responseCode: 202,
      responseBody: '{}',
      responseHeaders: { 'content-type': 'application/json' },
    },
  ])
})

test('a receiver that is being created is left by choice only, outlives a reload, and is found again among the drafts', async ({
  page,
  api,
}) => {
  await page.goto('/dashboard/receivers')
  await page.getByRole('button', { name: 'Create receiver' }).click()
  const form = page.getByRole('form', { name: 'Create receiver' })
  await expect(form).toBeVisible()
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(form).toBeVisible()
  await page.getByLabel('Name').fill('Deployments')

  const question = page.getByRole('dialog', { name: 'Leave this receiver?' })
  await page.getByRole('link', { name: '< Back to Receivers' }).click()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(form).toBeVisible()
  await page.getByRole('link', { name: '< Back to Receivers' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()

  // It is no receiver yet, and counts as none.
  const drafts = page.getByRole('list', { name: 'Drafts' })
  await page.getByRole('button', { name: '1 draft' }).click()
  await expect(drafts.getByRole('listitem')).toContainText('Deployments')
  expect(await api.receivers.list()).toEqual([])

  await drafts.getByRole('button', { name: 'Delete Deployments' }).click()
  await expect(drafts).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await drafts.getByRole('link', { name: 'Continue Deployments' }).click()
  await expect(page.getByLabel('Name')).toHaveValue('Deployments')
  await page.getByRole('button', create).click()
  await expect(snackbar(page, 'Receiver created')).toBeVisible()
  await page.getByRole('link', { name: '< Back to Receivers' }).click()
  await expect(receiverRows(page)).toHaveText([/Deployments.*Active/])
  await expect(page.getByRole('button', { name: '1 draft' })).toHaveCount(0)
})

test('a receiver that nobody touched before it was created is left without a question, and deleted', async ({
  page,
  api,
}) => {
  expect(await api.receivers.list()).toEqual([])
  await page.goto('/dashboard/receivers')
  await page.getByRole('button', { name: 'Create receiver' }).click()
  await expect(page.getByRole('form', { name: 'Create receiver' })).toBeVisible()
  const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await page.getByRole('link', { name: '< Back to Receivers' }).click()
  await expect(page).toHaveURL('/dashboard/receivers')
  expect((await deleted).status()).toBe(204)
  await expect(page.getByText('You have no HTTP receivers.', { exact: false })).toBeVisible()
  await expect(page.getByRole('button', { name: '1 draft' })).toHaveCount(0)
})

test('what is typed in a receiver that is being created outlives its activation in another window', async ({
  page,
  api,
  product,
}) => {
  expect(await api.receivers.list()).toEqual([])
  await page.clock.install()
  await page.goto('/dashboard/receivers')
  await page.getByRole('button', { name: 'Create receiver' }).click()
  await page.getByLabel('Name').fill('Deployments')
  const id = page.url().split('/').at(-1) ?? ''
  const headers = { origin: product.dashboardUrl }
  expect((await page.request.post(`/api/v1/receivers/${id}/lifecycle/activate`, { headers })).status()).toBe(200)
  // The window comes back to the front after a while.
  await page.clock.fastForward('02:00')
  const fetched = page.waitForResponse(`**/api/v1/receivers/${id}`)
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await fetched
  await expect(page.getByLabel('Name')).toHaveValue('Deployments')
  await page.getByRole('button', create).click()
  await expect(snackbar(page, 'Receiver created')).toBeVisible()
  expect(await api.receivers.list()).toMatchObject([{ id, name: 'Deployments', status: 'ACTIVE' }])
})
