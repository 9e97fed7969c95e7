import { defaultRequestTarget } from '@knockwire/domain/requests/request-rules'
import { expect, test } from '../../harness/notified-test.ts'
import { part, runs } from '../../harness/screens.ts'
import { answers } from '../../harness/target-server.ts'

test('[TH-28] a closed row says what became of its notifications, as soon as one ends', async ({
  page,
  api,
  notify,
  targets,
}) => {
  const task = await api.createTask({ url: targets.target(answers.plain('ok')).url })
  await api.run(task.id)
  const hook = targets.target('hang')
  const target = { ...defaultRequestTarget, uri: hook.url, method: 'POST' } as const
  await notify.add({ type: 'HTTP', taskId: task.id, request: { target } })
  const path = `/dashboard/tasks/${task.id}/executions`
  await page.goto(path)
  await expect(runs(page)).toHaveCount(1)
  await expect(runs(page).getByRole('img')).toHaveCount(0)

  const mark = runs(page).nth(0).getByRole('img')
  await api.run(task.id)
  await expect(mark).toHaveAccessibleName('Notifications: 1 pending')
  hook.release(answers.plain('Nobody is here.', 404))
  await expect(mark).toHaveAccessibleName('Notifications: 1 failed')
  await expect(runs(page).getByRole('img')).toHaveCount(1)

  hook.reacts(answers.plain('Thanks'))
  const smsSetting = { countryCode: '+1', phoneNumber: '6045550199', template: 'Up' } as const
  await notify.add({ type: 'SMS', taskId: task.id, smsSetting })
  await api.run(task.id)
  await expect(mark).toHaveAccessibleName('Notifications: 1 over the limit, 1 delivered')
  await mark.hover()
  await expect(page.getByRole('tooltip')).toHaveText('Notifications: 1 over the limit, 1 delivered')
  await expect(part(page, 'Notification Status')).toHaveCount(0)
})

test('response times end where their header ends, with and without what became of the notifications', async ({
  page,
  api,
  notify,
  targets,
}) => {
  const url = targets.target(answers.plain('ok')).url
  const task = await api.createTask({ url })
  await api.run(task.id)
  const target = { ...defaultRequestTarget, uri: url, method: 'POST' } as const
  await notify.add({ type: 'HTTP', taskId: task.id, request: { target } })
  await api.run(task.id)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`/dashboard/tasks/${task.id}/executions`)
  await expect(runs(page)).toHaveCount(2)
  await expect(runs(page).getByRole('img')).toHaveCount(1)
  // Of the text itself: a cell is wider.
  const endOfText = (element: Element) => {
    const range = document.createRange()
    range.selectNodeContents(document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode() ?? element)
    return range.getBoundingClientRect().right
  }
  const header = await page.getByRole('columnheader', { name: 'Response Time' }).evaluate(endOfText)
  for (const row of [0, 1]) {
    const value = runs(page).nth(row).getByRole('cell').last()
    expect(await value.textContent()).toMatch(/^[\d,.]+ m?s$/)
    expect(Math.abs((await value.evaluate(endOfText)) - header)).toBeLessThan(1)
  }
})

test('an open body stays folded as it was when the notification of its run ends', async ({
  page,
  api,
  notify,
  targets,
}) => {
  const task = await api.createTask({ url: targets.target(answers.json({ shop: { tea: 1 } })).url })
  const hook = targets.target('hang')
  const target = { ...defaultRequestTarget, uri: hook.url, method: 'POST' } as const
  await notify.add({ type: 'HTTP', taskId: task.id, request: { target } })
  const run = await api.run(task.id)
  await page.goto(`/dashboard/tasks/${task.id}/executions/${run.id}`)
  const body = part(page, 'Response Body')
  const shop = body.getByRole('treeitem', { name: 'shop: { 1 key }' })
  await shop.click()
  await expect(shop).toHaveAttribute('aria-expanded', 'false')
  await expect(part(page, 'Notification Status')).toContainText('Pending')
  hook.release(answers.plain('Thanks'))
  await expect(part(page, 'Notification Status')).toContainText('Delivered')
  await expect(shop).toHaveAttribute('aria-expanded', 'false')
})

test('[TH-28] a notification that failed for now says when it is tried next', async ({
  page,
  api,
  notify,
  targets,
}) => {
  const task = await api.createTask({ url: targets.target(answers.plain('ok')).url })
  const hook = targets.target(answers.plain('Come again.', 503))
  const target = { ...defaultRequestTarget, uri: hook.url, method: 'POST' } as const
  await notify.add({ type: 'HTTP', taskId: task.id, request: { target } })
  const run = await api.run(task.id)
  await page.goto(`/dashboard/tasks/${task.id}/executions/${run.id}`)
  const status = part(page, 'Notification Status')
  await expect(status).toContainText('The target responded with 503.')
  await expect(status.getByTitle(/\d:\d\d:\d\d.*GMT/)).toHaveText(/^Retrying in about (\d+ s|1 min)$/)
})
