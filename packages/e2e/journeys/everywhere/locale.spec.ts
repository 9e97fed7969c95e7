import { answers } from '../../harness/target-server.ts'
import { runs, section, snackbar } from '../../harness/screens.ts'
import { expect, test } from '../../harness/test.ts'

test.use({ locale: 'de-DE', timezoneId: 'Asia/Calcutta' })

const months = 'January February March April May June July August September October November December'.split(' ')

test('in a browser of another language and zone, texts stay English, clocks have 24 hours, and schedules begin with its zone', async ({
  page,
  api,
  targets,
}) => {
  const id = await api.createDraft()
  await page.goto(`/dashboard/drafts/${id}`)
  await section(page, 'Request Settings')
    .getByLabel('URL')
    .fill(targets.target(answers.json({ price: 7 })).url)
  const editor = section(page, 'Request Schedule')
  await editor.getByText('Cron', { exact: true }).click()
  await editor.getByLabel('Cron expression').fill('30 18 * * *')
  await expect(editor.getByRole('status')).toHaveText('Every day at 18:30')
  await expect(editor.getByRole('list', { name: 'Next 5 executions' }).getByRole('listitem').first()).toContainText(
    /[A-Z][a-z]{2} \d+, \d{4}, 18:30:00 GMT\+5:30/,
  )
  await editor.getByText('One time', { exact: true }).click()
  await expect(editor.getByLabel('Month', { exact: true }).getByRole('option')).toHaveText(months)
  await expect(editor.getByLabel('Hour', { exact: true }).getByRole('option').first()).toHaveText('00')
  await editor.getByText('Cron', { exact: true }).click()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(snackbar(page, 'Task created')).toBeVisible()
  expect((await api.getTask(id)).scheduler.timezone).toBe('Asia/Kolkata')

  const { startedAt } = await api.run(id)
  await page.goto(`/dashboard/tasks/${id}/executions`)
  await expect(runs(page)).toHaveCount(1)
  const inIndia = new Date(Date.parse(startedAt ?? '') + 330 * 60_000).toISOString().slice(11, 23)
  await expect(runs(page).getByRole('time')).toContainText(inIndia.slice(0, 8))
  await expect(runs(page).getByRole('time')).not.toContainText('.')
  await expect(runs(page).getByTitle(new RegExp(`, ${inIndia.replace('.', '\\.')} GMT\\+5:30$`))).toBeVisible()
  await expect(page.getByText('Times are in Asia/Calcutta (GMT+5:30).')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Health' })).toContainText(/Next: .*18:30:00/)
})
