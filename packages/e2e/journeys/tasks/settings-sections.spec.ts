import { section, snackbar } from '../../harness/screens.ts'
import { expect, test } from '../../harness/test.ts'

test('[TD-05..TD-08, TD-10..TD-13, SN-15] each section is read, edited, and given up or saved', async ({
  page,
  api,
}) => {
  const task = await api.createTask({ name: 'Tea', url: 'https://example.com/tea' })
  await page.goto(`/dashboard/tasks/${task.id}`)
  const request = section(page, 'Request Settings')
  const schedule = section(page, 'Request Schedule')
  const buttonsOf = (part: typeof request) => part.getByRole('button', { name: /^(Edit|Save|Cancel|Create)$/ })

  await expect(buttonsOf(request)).toHaveText(['Edit'])
  await expect(buttonsOf(schedule)).toHaveText(['Edit'])
  await expect(request).toContainText('Tea')
  await expect(request).toContainText('https://example.com/tea')
  await expect(request.getByRole('textbox')).toHaveCount(0)
  await expect(schedule).toContainText('0 0 1 1 *')

  await request.getByRole('button', { name: 'Edit' }).click()
  await expect(buttonsOf(request)).toHaveText(['Save', 'Cancel'])
  await expect(buttonsOf(schedule)).toHaveText(['Edit'])
  await expect(request.getByLabel('Name', { exact: true })).toBeFocused()
  await request.getByLabel('Name', { exact: true }).fill('Coffee')
  await request.getByLabel('URL', { exact: true }).fill('https://example.com/coffee')
  await request.getByRole('button', { name: 'Cancel' }).click()
  await expect(buttonsOf(request)).toHaveText(['Edit'])
  await expect(request).toContainText('https://example.com/tea')
  await request.getByRole('button', { name: 'Edit' }).click()
  await expect(request.getByLabel('Name', { exact: true })).toHaveValue('Tea')
  await expect(request.getByLabel('URL', { exact: true })).toHaveValue('https://example.com/tea')

  await schedule.getByRole('button', { name: 'Edit' }).click()
  await request.getByLabel('Name', { exact: true }).fill('Milk')
  await schedule.getByText('Interval', { exact: true }).click()
  await schedule.getByRole('group', { name: 'Run every' }).getByText('1 week', { exact: true }).click()
  await request.getByRole('button', { name: 'Save' }).click()
  await expect(snackbar(page, 'Task settings updated')).toBeVisible()
  await expect(buttonsOf(request)).toHaveText(['Edit'])
  await expect(buttonsOf(schedule)).toHaveText(['Edit'])
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Milk')
  await expect(schedule).toContainText('Every week')
  expect(await api.getTask(task.id)).toMatchObject({
    name: 'Milk',
    request: { target: { uri: 'https://example.com/tea' } },
    scheduler: { mode: 'INTERVAL', intervalSecond: 604_800 },
  })
})

test('the headings of the two columns stand level', async ({ page, api }) => {
  const task = await api.createTask({ name: 'Tea', url: 'https://example.com/' })
  await page.goto(`/dashboard/tasks/${task.id}`)
  const middleOf = async (name: string) => {
    const box = await page.getByRole('heading', { name, exact: true }).boundingBox()
    return box === null ? Number.NaN : box.y + box.height / 2
  }
  await expect(page.getByRole('heading', { name: 'Notifications', exact: true })).toBeVisible()
  await expect
    .poll(async () => (await middleOf('Notifications')) - (await middleOf('Request Settings')))
    .toBeCloseTo(0, 0)
})
