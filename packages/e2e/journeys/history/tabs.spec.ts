import { insertExecutions, insertRequests } from '../../harness/database.ts'
import { requestRows } from '../../harness/receiver-screens.ts'
import { runs } from '../../harness/screens.ts'
import { expect, test } from '../../harness/test.ts'

test.use({ isFirstVisit: true })

for (const kind of ['task', 'receiver'] as const) {
  test(`a ${kind}’s history loads no settings; they come as their tab is rested on, and open without a placeholder`, async ({
    page,
    api,
    product,
    targets,
  }) => {
    const { id } = kind === 'task' ? await api.createTask({ url: targets.target().url }) : await api.receivers.create()
    await (kind === 'task' ? insertExecutions(product, id, 3) : insertRequests(product, id, 3))
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
    const settings = () => loaded.filter((path) => /\/settings-tab/.test(path))
    await page.goto(`/dashboard/${kind}s/${id}/executions`)
    await expect(kind === 'task' ? runs(page) : requestRows(page)).toHaveCount(3)
    expect(settings()).toEqual([])

    const tab = page.getByRole('link', { name: 'Settings', exact: true })
    await tab.hover()
    await expect.poll(settings).not.toEqual([])
    const placeholders = await page.evaluateHandle(() => {
      const seen: string[] = []
      new MutationObserver(() => {
        const status = document.querySelector('main [role="status"]')?.textContent
        if (status === 'Loading settings...') seen.push(status)
      }).observe(document.body, { childList: true, subtree: true })
      return seen
    })
    await tab.click()
    const heading = kind === 'task' ? 'Request Settings' : 'Response Settings'
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    expect(await placeholders.jsonValue()).toEqual([])
  })

  test(`a ${kind}’s history stays until its settings have come, where they come late`, async ({
    page,
    api,
    product,
    targets,
  }) => {
    const { id } = kind === 'task' ? await api.createTask({ url: targets.target().url }) : await api.receivers.create()
    await (kind === 'task' ? insertExecutions(product, id, 3) : insertRequests(product, id, 3))
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route(/\/settings-tab/, async (route) => {
      await promise
      await route.continue()
    })
    await page.goto(`/dashboard/${kind}s/${id}/executions`)
    const rows = kind === 'task' ? runs(page) : requestRows(page)
    await expect(rows).toHaveCount(3)
    const requested = page.waitForRequest(/\/settings-tab/)
    await page.getByRole('link', { name: 'Settings', exact: true }).press('Enter')
    await requested
    await expect(rows).toHaveCount(3)
    resolve()
    const heading = kind === 'task' ? 'Request Settings' : 'Response Settings'
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  })
}

test('a history whose code could not be loaded leaves the page as it is, and is there after the reload that it offers', async ({
  page,
  api,
  product,
  targets,
  problem,
}) => {
  const { id } = await api.createTask({ url: targets.target().url })
  await insertExecutions(product, id, 3)
  const history = /\/assets\/execution-history-(?!states)/
  problem.announce(404, '/assets/execution-history-')
  await page.route(history, (route) => route.fulfill({ status: 404 }))
  await page.goto(`/dashboard/tasks/${id}/executions`)
  const message = page.getByRole('alert').filter({ hasText: 'This part could not be loaded.' })
  await expect(message).toBeVisible()
  await expect(page.getByRole('group', { name: 'Health' })).toBeVisible()
  await page.unroute(history)
  await message.getByRole('button', { name: 'Reload the page' }).click()
  await expect(runs(page)).toHaveCount(3)
})
