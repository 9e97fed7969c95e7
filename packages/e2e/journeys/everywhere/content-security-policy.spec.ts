import { insertExecutions, insertRequests } from '../../harness/database.ts'
import { expect, test } from '../../harness/test.ts'

declare global {
  interface Window {
    violations: string[]
  }
}

for (const kind of ['task', 'receiver'] as const) {
  test(`a ${kind}’s history, with what it loads behind its first view, keeps to its content security policy`, async ({
    page,
    api,
    product,
    targets,
  }) => {
    const { id } = kind === 'task' ? await api.createTask({ url: targets.target().url }) : await api.receivers.create()
    await (kind === 'task' ? insertExecutions(product, id, 3) : insertRequests(product, id, 3))
    await page.addInitScript(() => {
      window.violations = []
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
        window.violations.push(`${violatedDirective} ${blockedURI} ${sourceFile}`),
      )
    })
    const schemas = page.waitForResponse(/\/assets\/schemas-/)
    await page.goto(`/dashboard/${kind}s/${id}/executions`)
    // What is likely to be needed is loaded once somebody is about to use the page.
    await page.mouse.move(100, 100)
    await (await schemas).finished()
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(() => window.violations)).toEqual([])
  })
}
