import { expect, test } from '../../harness/test.ts'

test('while the server’s own network fails, each page says so', async ({ page, api }) => {
  await api.createTask({ name: 'Shop', url: 'https://example.com/' })
  await page.route('**/api/v1/accounts/me', async (route) => {
    const response = await route.fetch()
    const account = (await response.json()) as { server: object }
    const server = { ...account.server, networkOutageSince: new Date().toISOString() }
    await route.fulfill({ response, json: { ...account, server } })
  })
  await page.goto('/dashboard/tasks')
  await expect(page.getByText('Knockwire’s own network has been down since')).toBeVisible()
  await page.goto('/dashboard/receivers')
  await expect(page.getByText('Until it is back, executions are inconclusive')).toBeVisible()
})
