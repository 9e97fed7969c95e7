import type { Page } from '@playwright/test'
import { insertExecutions, insertRequests } from '../../harness/database.ts'
import { expect, test } from '../../harness/test.ts'

declare global {
  interface Window {
    violations: string[]
  }
}

const watchViolations = (page: Page) =>
  page.addInitScript(() => {
    window.violations = []
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
      window.violations.push(`${violatedDirective} ${blockedURI} ${sourceFile}`),
    )
  })

test.describe('in the dark', () => {
  test.use({ colorScheme: 'dark' })
  for (const path of ['/signin', '/rates', '/dashboard/tasks'])
    test(`${path} is dark before any of its scripts is loaded, by the one that its policy allows`, async ({
      page,
      person: _signedIn,
    }) => {
      await watchViolations(page)
      await page.route('**/assets/*.js', (route) => route.abort('aborted'))
      await page.goto(path)
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
      expect(await page.evaluate(() => window.violations)).toEqual([])
    })
})

for (const kind of ['task', 'receiver'] as const) {
  test(`a ${kind}’s history, with what it loads behind its first view, keeps to its content security policy`, async ({
    page,
    api,
    product,
    targets,
  }) => {
    const { id } = kind === 'task' ? await api.createTask({ url: targets.target().url }) : await api.receivers.create()
    await (kind === 'task' ? insertExecutions(product, id, 3) : insertRequests(product, id, 3))
    await watchViolations(page)
    const schemas = page.waitForResponse(/\/assets\/schemas-/)
    await page.goto(`/dashboard/${kind}s/${id}/executions`)
    // What is likely to be needed is loaded once somebody is about to use the page.
    await page.mouse.move(100, 100)
    await (await schemas).finished()
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(() => window.violations)).toEqual([])
  })
}
