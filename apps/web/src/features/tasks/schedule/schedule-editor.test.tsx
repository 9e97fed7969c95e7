import { afterEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draft } from '../../../testing/builders/task.ts'
import { server } from '../../../testing/network.ts'
import { openPage } from '../../../testing/open-page.tsx'
import { section, textsOf } from '../../../testing/screens.ts'
import { serveNotifications } from '../../../testing/serve-notifications.ts'
import { serveTask } from '../../../testing/serve-task.ts'

const editor = section('Request Schedule')
const zone = editor.getByRole('combobox', { name: 'Timezone' })
const mode = (name: 'Interval' | 'Cron' | 'One time') => editor.getByText(name, { exact: true })
const create = page.getByRole('button', { name: 'Create', exact: true })

const openDraft = async () => {
  const served = serveTask(draft({ target: { uri: 'https://example.com/tea' } }))
  serveNotifications()
  await openPage(`/dashboard/drafts/${served.view.id}`)
  await expect.element(mode('Cron')).toBeVisible()
  return served
}

const created = async () => {
  await create.click()
  await expect
    .poll(() => server.calls('post', /^\/tasks\/[^/]+$/).filter(({ query }) => query.has('activate')))
    .toHaveLength(1)
  const [call] = server.calls('post', /^\/tasks\/[^/]+$/).filter(({ query }) => query.has('activate'))
  return call?.body
}

const chooseZone = async (city: string) => {
  await zone.fill(city.toLowerCase())
  await editor.getByRole('option', { name: new RegExp(city) }).click()
}

const optionsOf = (label: string) =>
  editor
    .getByLabelText(label, { exact: true })
    .getByRole('option')
    .elements()
    .map((option) => Number((option as HTMLOptionElement).value))

const upTo = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)

it('[SC-02..SC-08] an interval is chosen among seven, and sent in seconds', async () => {
  await openDraft()
  expect(editor.getByRole('radiogroup', { name: 'Schedule mode' }).getByRole('radio').elements()).toHaveLength(3)
  const every = editor.getByRole('group', { name: 'Run every' })
  const minutes = every
    .getByRole('radio')
    .elements()
    .map((radio) => Number((radio as HTMLInputElement).value) / 60)
  expect(minutes).toEqual([1, 5, 10, 30, 60, 1440, 10_080])
  await expect.element(editor.getByRole('radio', { name: '30 minutes' })).toBeChecked()
  await every.getByText('1 day', { exact: true }).click()
  expect(await created()).toMatchObject({ scheduler: { mode: 'INTERVAL', intervalSecond: 86_400 } })
})

it('[SC-02, SC-09..SC-11] a cron expression is described in words, with its next five runs in the chosen zone', async () => {
  await openDraft()
  await mode('Cron').click()
  const cron = editor.getByLabelText('Cron expression')
  await cron.fill('30 9 * * 1-5')
  await expect.element(editor.getByText(/Monday through Friday at 9:30 AM/)).toBeVisible()
  const next = editor.getByRole('list', { name: 'Next 5 executions' }).getByRole('listitem')
  await expect.poll(() => textsOf(next)).toHaveLength(5)
  await expect.element(next.first()).toMatchTextContent(/9:30:00 AM GMT\+/)
  await chooseZone('Tokyo')
  await expect.element(next.first()).toMatchTextContent(/9:30:00 AM GMT\+9/)

  // No mistake while fields are still missing.
  await cron.fill('every day')
  await expect.element(editor.getByText(/Unknown cron expression/)).toBeVisible()
  await expect.element(cron).not.toBeInvalid()
  await cron.fill('0 9 * * never')
  await expect.element(editor.getByText(/Unknown cron expression/)).toBeVisible()
  await expect.poll(() => textsOf(next)).toEqual([])
  await cron.fill('0 9 * * *')
  expect(await created()).toMatchObject({
    scheduler: { mode: 'CUSTOM', expression: '0 9 * * *', timezone: 'Asia/Tokyo' },
  })
})

describe('on the 31st of January before a leap year', () => {
  // 13:34:56 in Berlin, the browser's zone.
  const year = Math.ceil((new Date().getFullYear() + 1) / 4) * 4
  afterEach(() => vi.useRealTimers())

  it('[SC-02, SC-12..SC-22] a time is picked by its parts, on the clocks of a chosen zone', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${year}-01-31T12:34:56Z`) })
    await openDraft()
    await mode('One time').click()
    const part = (label: string) => editor.getByLabelText(label, { exact: true })
    const expectPicked = async (picked: Record<string, number>) => {
      for (const [label, value] of Object.entries(picked)) await expect.element(part(label)).toHaveValue(String(value))
    }
    await expectPicked({ Year: year, Month: 1, Day: 31, Hour: 13, Minute: 34, Second: 0 })
    expect(optionsOf('Year')).toEqual(upTo(year, year + 19))
    expect(optionsOf('Month')).toEqual(upTo(1, 12))
    expect(optionsOf('Day')).toEqual(upTo(1, 31))
    expect(optionsOf('Hour')).toEqual(upTo(0, 23))
    expect(optionsOf('Minute')).toEqual(upTo(0, 59))
    expect(optionsOf('Second')).toEqual(upTo(0, 59))

    await part('Month').selectOptions('2')
    await expectPicked({ Day: 29 })
    expect(optionsOf('Day')).toEqual(upTo(1, 29))
    await part('Year').selectOptions(String(year + 1))
    await expectPicked({ Day: 28 })
    await part('Month').selectOptions('4')
    expect(optionsOf('Day')).toEqual(upTo(1, 30))
    await part('Minute').selectOptions('15')
    await part('Second').selectOptions('7')
    await chooseZone('New York')
    await expectPicked({ Year: year + 1, Month: 4, Day: 28, Hour: 13, Minute: 15, Second: 7 })
    // New York is four hours behind Greenwich in April.
    expect(await created()).toMatchObject({
      scheduler: {
        mode: 'ONE_TIME',
        oneTimeModeEpochSecond: Date.UTC(year + 1, 3, 28, 17, 15, 7) / 1000,
        oneTimeModeTimezone: 'America/New_York',
      },
    })
  })
})

it('[SC-13, SC-23..SC-25] the list has about 80 zones with their distance from Greenwich, and the browser’s is chosen', async () => {
  await openDraft()
  for (const name of ['Cron', 'One time'] as const) {
    await mode(name).click()
    await expect.element(zone).toHaveValue(expect.stringMatching(/^\(GMT\+0[12]:00\) .*Berlin/) as string)
    await zone.click()
    const labels = textsOf(editor.getByRole('option', { name: /GMT/ }))
    expect(labels.length).toBeGreaterThanOrEqual(75)
    expect(labels.length).toBeLessThanOrEqual(90)
    for (const label of labels) expect(label).toMatch(/^\(GMT[+-]\d\d:\d\d\) \S/)
    await userEvent.keyboard('{Escape}')
  }
})

/** The browser's own zone, which a format has that names none. */
const setBrowserZone = (timeZone: string) => {
  const { DateTimeFormat } = Intl
  vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function format(locales, options) {
    return new DateTimeFormat(locales, { timeZone, ...options })
  })
}

it('[SC-26] where no zone of the list is equivalent to the browser’s, Greenwich Mean Time is chosen, and the field says why', async () => {
  setBrowserZone('Pacific/Chatham')
  await openDraft()
  const reason = editor.getByText('The list has no equivalent of your timezone, Pacific/Chatham.')
  for (const name of ['Cron', 'One time'] as const) {
    await mode(name).click()
    await expect.element(zone).toHaveValue(expect.stringMatching(/^\(GMT\+00:00\) .*Greenwich/) as string)
    await expect.element(reason).toBeVisible()
    await chooseZone('Auckland')
    await expect.element(reason).not.toBeInTheDocument()
  }
})

it('[SC-25] where the browser’s zone is not in the list, the zone of the list that shows the same time is chosen', async () => {
  setBrowserZone('Europe/Vilnius')
  await openDraft()
  await mode('Cron').click()
  await expect.element(zone).toHaveValue(expect.stringMatching(/^\(GMT\+0[23]:00\) Athens$/) as string)
  await expect.element(editor.getByText(/The list has no equivalent/)).not.toBeInTheDocument()
})
