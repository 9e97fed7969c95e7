import type { Page } from '@playwright/test'
import { plans } from '@knockwire/domain/plans/plans'
import { expect, test } from '../../harness/notified-test.ts'
import { runBySchedule } from '../../harness/scheduled-run.ts'
import { answers } from '../../harness/target-server.ts'

/** When the plan's day ends, as the reader's clock has it: "2:00 AM" in Berlin, with the day where it is tomorrow's there. */
const endOfDay = (page: Page) =>
  page.evaluate(() => {
    const now = new Date()
    const end = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1))
    const time = end.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })
    if (end.toDateString() === now.toDateString()) return time
    const year = end.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const)
    return `${end.toLocaleDateString('en-US', { ...year, month: 'short', day: 'numeric' })}, ${time}`
  })

test('where the plan’s emails run out, every page says so and until when, and mails of one notification are joined', async ({
  page,
  api,
  notify,
  person,
  product,
  targets,
}) => {
  await notify.verify(person.email)
  const emailSetting = { address: person.email, subject: 'Up', template: 'Up' }
  const url = targets.target(answers.plain('ok')).url
  const chatty = await api.createTask({ name: 'Chatty', url })
  const { limit } = plans.FREE.emails
  for (let made = 0; made < limit - 2; made += 1) await notify.add({ type: 'EMAIL', taskId: chatty.id, emailSetting })
  const one = await api.createTask({ name: 'One', url })
  await notify.add({ type: 'EMAIL', taskId: one.id, emailSetting })
  await page.goto('/dashboard/tasks')
  const bar = page.getByRole('status').filter({ hasText: 'used today' })
  await expect(page.getByRole('link', { name: 'One', exact: true })).toBeVisible()
  await expect(bar).toHaveCount(0)

  const sent = await api.run(chatty.id)
  await page.goto(`/dashboard/tasks/${chatty.id}/executions/${sent.id}`)
  await expect(page.getByText('Delivered', { exact: true })).toHaveCount(limit - 2)
  await page.goto('/dashboard/tasks')
  await expect(bar).toContainText('18 of 20 emails used today.')
  await expect(bar).toContainText('alerts of the same notification are collected into one email an hour.')

  const first = await runBySchedule(page, product, one.id)
  await page.goto(`/dashboard/tasks/${one.id}/executions/${first.id}`)
  await expect(page.getByText('Delivered', { exact: true })).toHaveCount(1)
  const second = await runBySchedule(page, product, one.id)
  await page.goto(`/dashboard/tasks/${one.id}/executions/${second.id}`)
  await expect(page.getByText('Pending', { exact: true })).toHaveCount(1)
  await expect(page.getByText('Waits for the next email of this notification, one an hour')).toBeVisible()

  const other = await api.createTask({ name: 'Other', url })
  await notify.add({ type: 'EMAIL', taskId: other.id, emailSetting })
  const last = await api.run(other.id)
  await page.goto(`/dashboard/tasks/${other.id}/executions/${last.id}`)
  await expect(page.getByText('Delivered', { exact: true })).toHaveCount(1)
  for (const path of ['/dashboard/tasks', '/dashboard/receivers', '/dashboard/account']) {
    await page.goto(path)
    await expect(bar).toContainText(
      `20 of 20 emails used today. Email alerts are not sent until ${await endOfDay(page)}.`,
    )
    await expect(bar.getByRole('link', { name: 'Upgrade' })).toHaveAttribute('href', '/dashboard/account')
  }
})
