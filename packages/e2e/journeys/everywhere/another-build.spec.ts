import { beOfAnotherBuild, unknownForm } from '../../harness/another-build.ts'
import { taskRows } from '../../harness/screens.ts'
import { expect, test } from '../../harness/test.ts'

test('a response in another form is shown by no page of another build, which says to reload it', async ({
  page,
  api,
}) => {
  await api.createTask({ name: 'Tea', url: 'https://example.com/' })
  const leaveOutTotal = (list: { total?: number }) => ({ ...list, total: undefined })
  await page.route('**/api/v1/tasks?*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: leaveOutTotal(await response.json()) })
  })
  await beOfAnotherBuild(page)
  await page.goto('/dashboard/tasks')
  await expect(page.getByText(unknownForm)).toBeVisible()
  await expect(taskRows(page)).toHaveCount(0)
})

test.describe('A browser that has loaded nothing yet', () => {
  test.use({ isFirstVisit: true })

  test('shows a page of the server’s build without what checks responses', async ({ page, api }) => {
    await api.createTask({ name: 'Tea', url: 'https://example.com/' })
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(new URL(request.url()).pathname))
    // The browser never has nothing else to do.
    await page.addInitScript(() => {
      window.requestIdleCallback = () => 0
    })
    await page.goto('/dashboard/tasks')
    await expect(taskRows(page)).toHaveCount(1)
    await page.waitForLoadState('networkidle')
    expect(scripts.filter((path) => path.startsWith('/assets/index-'))).not.toEqual([])
    expect(scripts.filter((path) => /\/(zod|schemas|response-schemas)-/.test(path))).toEqual([])
  })
})
