import type { Api } from '../../harness/api.ts'
import type { Locator, Page } from '@playwright/test'
import { section, snackbar } from '../../harness/screens.ts'
import { expect, test } from '../../harness/test.ts'

const openDraft = async (page: Page, api: Api) => {
  const id = await api.createDraft()
  await page.goto(`/dashboard/drafts/${id}`)
  const editor = section(page, 'Request Schedule')
  await section(page, 'Request Settings').getByLabel('URL', { exact: true }).fill('https://example.com/')
  return { id, editor }
}

/** Away from the edge of the window, where the list is hidden as soon as anything above its field grows. */
const chooseZone = async (editor: Locator, city: string) => {
  const field = editor.getByRole('combobox', { name: 'Timezone' })
  await field.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await field.fill(city.toLowerCase())
  await editor.getByRole('option', { name: city }).click()
}

const optionsOf = (page: Page, label: string) =>
  section(page, 'Request Schedule')
    .getByLabel(label, { exact: true })
    .getByRole('option')
    .evaluateAll((options) => options.map((option) => Number(option.getAttribute('value'))))

const upTo = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)

test('[SC-02..SC-08] an interval is chosen among seven, and sent in seconds', async ({ page, api }) => {
  const { id, editor } = await openDraft(page, api)
  await expect(editor.getByRole('radiogroup', { name: 'Schedule mode' }).getByRole('radio')).toHaveCount(3)
  const intervals = editor.getByRole('group', { name: 'Run every' }).getByRole('radio')
  expect(
    await intervals.evaluateAll((radios) => radios.map((radio) => Number(radio.getAttribute('value')) / 60)),
  ).toEqual([1, 5, 10, 30, 60, 1440, 10_080])
  await expect(editor.getByRole('radio', { name: '30 minutes' })).toBeChecked()
  await expect(editor.getByRole('radio', { name: '1 day' })).toHaveAttribute('value', String(1440 * 60))
  await expect(editor.getByRole('radio', { name: '1 week' })).toHaveAttribute('value', String(10_080 * 60))

  await editor.getByRole('group', { name: 'Run every' }).getByText('1 day', { exact: true }).click()
  const sent = page.waitForRequest(/activate=true$/)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  expect((await sent).postDataJSON()).toMatchObject({ scheduler: { mode: 'INTERVAL', intervalSecond: 86_400 } })
  await expect(snackbar(page, 'Task created')).toBeVisible()
  expect((await api.getTask(id)).scheduler).toMatchObject({ mode: 'INTERVAL', intervalSecond: 86_400 })
})

test('[SC-02, SC-09..SC-11] a cron expression is described in words, with its next five runs in the chosen zone', async ({
  page,
  api,
}) => {
  const { id, editor } = await openDraft(page, api)
  await editor.getByText('Cron', { exact: true }).click()
  const cron = editor.getByLabel('Cron expression')
  await cron.fill('30 9 * * 1-5')
  await expect(editor.getByText('Monday through Friday at 9:30 AM')).toBeVisible()
  const next = editor.getByRole('list', { name: 'Next 5 executions' }).getByRole('listitem')
  await expect(next).toHaveCount(5)
  await expect(next.first()).toContainText('9:30:00 AM GMT+')

  await chooseZone(editor, 'Tokyo')
  await expect(next.first()).toContainText('9:30:00 AM GMT+9')

  // No mistake while fields are still missing.
  await cron.fill('every day')
  await expect(editor.getByText('Unknown cron expression')).toBeVisible()
  await expect(editor.locator('[data-invalid]')).toHaveCount(0)
  await cron.fill('0 9 * * never')
  await expect(editor.locator('[data-invalid]')).toContainText('Unknown cron expression')
  await expect(next).toHaveCount(0)

  await cron.fill('0 9 * * *')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(snackbar(page, 'Task created')).toBeVisible()
  expect((await api.getTask(id)).scheduler).toMatchObject({
    mode: 'CUSTOM',
    expression: '0 9 * * *',
    timezone: 'Asia/Tokyo',
    nextExecutionDate: expect.stringContaining('T00:00:00'),
  })
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(editor).toContainText('Every day at 9:00 AM')
})

test('[SC-02, SC-12..SC-22] a time is picked by its parts, on the clocks of a chosen zone', async ({ page, api }) => {
  // 13:34:56 in Berlin, the browser's zone; the year is a leap year.
  const year = Math.ceil((new Date().getFullYear() + 1) / 4) * 4
  await page.clock.install({ time: `${year}-01-31T12:34:56Z` })
  const { id, editor } = await openDraft(page, api)
  await editor.getByText('One time', { exact: true }).click()

  const part = (label: string) => editor.getByLabel(label, { exact: true })
  const expectPicked = async (picked: Record<string, number>) => {
    for (const [label, value] of Object.entries(picked)) await expect(part(label)).toHaveValue(String(value))
  }
  await expectPicked({ Year: year, Month: 1, Day: 31, Hour: 13, Second: 0 })
  await expect(part('Minute')).toHaveValue(/^3[45]$/)

  expect(await optionsOf(page, 'Year')).toEqual(upTo(year, year + 19))
  expect(await optionsOf(page, 'Month')).toEqual(upTo(1, 12))
  expect(await optionsOf(page, 'Day')).toEqual(upTo(1, 31))
  expect(await optionsOf(page, 'Hour')).toEqual(upTo(0, 23))
  expect(await optionsOf(page, 'Minute')).toEqual(upTo(0, 59))
  expect(await optionsOf(page, 'Second')).toEqual(upTo(0, 59))

  await part('Month').selectOption('2')
  await expect(part('Day')).toHaveValue('29')
  expect(await optionsOf(page, 'Day')).toEqual(upTo(1, 29))
  await part('Year').selectOption(String(year + 1))
  await expect(part('Day')).toHaveValue('28')
  await part('Month').selectOption('4')
  expect(await optionsOf(page, 'Day')).toEqual(upTo(1, 30))

  await part('Minute').selectOption('15')
  await part('Second').selectOption('7')
  await chooseZone(editor, 'New York')
  await expectPicked({ Year: year + 1, Month: 4, Day: 28, Hour: 13, Minute: 15, Second: 7 })
  const sent = page.waitForRequest(/activate=true$/)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  // New York is four hours behind Greenwich in April.
  expect((await sent).postDataJSON()).toMatchObject({
    scheduler: {
      mode: 'ONE_TIME',
      oneTimeModeEpochSecond: Date.UTC(year + 1, 3, 28, 17, 15, 7) / 1000,
      oneTimeModeTimezone: 'America/New_York',
    },
  })
  await expect(snackbar(page, 'Task created')).toBeVisible()
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(editor).toContainText(`Apr 28, ${year + 1}, 1:15:07 PM EDT`)
  expect((await api.getTask(id)).scheduler.mode).toBe('ONE_TIME')
})

test('[SC-13, SC-23..SC-25] the list has about 80 zones with their distance from Greenwich, and the browser’s is chosen', async ({
  page,
  api,
}) => {
  const { editor } = await openDraft(page, api)
  for (const mode of ['Cron', 'One time']) {
    await editor.getByText(mode, { exact: true }).click()
    const zone = editor.getByRole('combobox', { name: 'Timezone' })
    await expect(zone).toHaveValue(/^\(GMT\+0[12]:00\) .*Berlin/)
    await zone.click()
    const labels = await editor.getByRole('option', { name: 'GMT' }).allTextContents()
    expect(labels.length).toBeGreaterThanOrEqual(75)
    expect(labels.length).toBeLessThanOrEqual(90)
    for (const label of labels) expect(label).toMatch(/^\(GMT[+-]\d\d:\d\d\) \S/)
    await page.keyboard.press('Escape')
  }
})

test.describe('in a zone that no zone of the list is equivalent to', () => {
  test.use({ timezoneId: 'Pacific/Chatham' })

  test('[SC-26] Greenwich Mean Time is chosen, and the field says why', async ({ page, api }) => {
    const { editor } = await openDraft(page, api)
    const reason = editor.getByText('The list has no equivalent of your timezone, Pacific/Chatham.')
    for (const mode of ['Cron', 'One time']) {
      await editor.getByText(mode, { exact: true }).click()
      const zone = editor.getByRole('combobox', { name: 'Timezone' })
      await expect(zone).toHaveValue(/^\(GMT\+00:00\) .*Greenwich/)
      await expect(reason).toBeVisible()
      await chooseZone(editor, 'Auckland')
      await expect(reason).toHaveCount(0)
    }
  })
})

test.describe('in a zone that is not in the list itself', () => {
  test.use({ timezoneId: 'Europe/Vilnius' })

  test('[SC-25] the zone of the list that shows the same time is chosen', async ({ page, api }) => {
    const { editor } = await openDraft(page, api)
    await editor.getByText('Cron', { exact: true }).click()
    await expect(editor.getByRole('combobox', { name: 'Timezone' })).toHaveValue(/^\(GMT\+0[23]:00\) Athens$/)
    await expect(editor.getByText('The list has no equivalent')).toHaveCount(0)
  })
})
