import { expect, test } from '../../harness/test.ts'
import type { Page } from '@playwright/test'

const withServer = (page: Page, changes: object, account: object = {}) =>
  page.route('**/api/v1/accounts/me', async (route) => {
    const response = await route.fetch()
    const own = (await response.json()) as { server: object }
    await route.fulfill({ response, json: { ...own, ...account, server: { ...own.server, ...changes } } })
  })

test('on a server that makes no calls, each page says so', async ({ page, api }) => {
  await api.createTask({ name: 'Shop', url: 'https://example.com/' })
  await withServer(page, { makesCalls: false })
  await page.goto('/dashboard/tasks')
  await expect(page.getByText('This server makes no calls and sends nothing')).toBeVisible()
  await page.goto('/dashboard/receivers')
  await expect(page.getByText('Tasks do not run.')).toBeVisible()
})

test('on a server that cannot send email, an unconfirmed account is not asked for a code that never comes', async ({
  page,
  api,
}) => {
  await api.createTask({ name: 'Shop', url: 'https://example.com/' })
  await withServer(page, { canSendMail: false }, { isEmailVerified: false })
  await page.goto('/dashboard/tasks')
  await expect(page.getByText('this server cannot send email')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Enter code' })).toHaveCount(0)
})
