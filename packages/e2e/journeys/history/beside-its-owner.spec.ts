import { hold, watchCalls } from '../../harness/pause.ts'
import { callReceiver, requestRows } from '../../harness/receiver-screens.ts'
import { runs } from '../../harness/screens.ts'
import { answers } from '../../harness/target-server.ts'
import { expect, test } from '../../harness/test.ts'

test('the newest rows of a history, and the account, are fetched while their owner is, once', async ({
  page,
  api,
  targets,
}) => {
  const task = await api.createTask({ name: 'Tea', url: targets.target(answers.plain('hot')).url })
  await api.run(task.id)
  const receiver = await api.receivers.create()
  await callReceiver(receiver.url)
  // From here on the browser knows that somebody is signed in with it.
  await page.goto('/dashboard/tasks')
  await expect(page.getByRole('link', { name: 'Tea', exact: true })).toBeVisible()
  for (const [owner, rows] of [
    [`tasks/${task.id}`, runs(page)],
    [`receivers/${receiver.id}`, requestRows(page)],
  ] as const) {
    const pages = watchCalls(page, 'GET', new RegExp(`/${owner}/executions\\?page=0&size=\\d+$`))
    const accounts = watchCalls(page, 'GET', /\/accounts\/me$/)
    const view = await hold(page, new RegExp(`/api/v1/${owner}$`))
    await page.goto(`/dashboard/${owner}/executions`)
    await expect.poll(() => [pages.length, accounts.length]).toEqual([1, 1])
    view.release()
    await expect(rows).toHaveCount(1)
    expect([pages.length, accounts.length]).toEqual([1, 1])
  }
})

test('a history that its address narrows down is fetched as narrowed down alone', async ({ page, api, targets }) => {
  const task = await api.createTask({ url: targets.target(answers.plain('hot')).url })
  await api.run(task.id)
  const pages = watchCalls(page, 'GET', new RegExp(`/tasks/${task.id}/executions\\?`))
  await page.goto(`/dashboard/tasks/${task.id}/executions?status=SUCCEEDED`)
  await expect(runs(page)).toHaveCount(1)
  expect(pages.map((request) => new URL(request.url()).searchParams.get('status'))).not.toContain(null)
})
