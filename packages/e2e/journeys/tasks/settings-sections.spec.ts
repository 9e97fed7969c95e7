import { watchCalls } from '../../harness/pause.ts'
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

test('[TD-16, TD-17] Ctrl+Enter and Cmd+Enter save, Escape cancels', async ({ page, api }) => {
  const task = await api.createTask({ name: 'Tea', url: 'https://example.com/' })
  await page.goto(`/dashboard/tasks/${task.id}`)
  const request = section(page, 'Request Settings')
  const edit = request.getByRole('button', { name: 'Edit' })
  const name = request.getByLabel('Name', { exact: true })

  const saves = watchCalls(page, 'POST', new RegExp(`/tasks/${task.id}$`))
  for (const [keys, value] of [
    ['Control+Enter', 'Coffee'],
    ['Meta+Enter', 'Milk'],
  ] as const) {
    await edit.click()
    await name.fill(value)
    // Twice, as a nervous hand does: the second press is none.
    await page.keyboard.press(keys)
    await page.keyboard.press(keys)
    await expect(edit).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(value)
  }
  expect((await api.getTask(task.id)).name).toBe('Milk')
  expect(saves).toHaveLength(2)

  await edit.click()
  await name.fill('Water')
  await page.keyboard.press('Escape')
  await expect(edit).toBeVisible()
  await expect(edit).toBeFocused()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Milk')
  expect((await api.getTask(task.id)).name).toBe('Milk')
})

test('edits survive a visit to the history, and leaving them asks first', async ({ page, api }) => {
  const task = await api.createTask({ name: 'Tea', url: 'https://example.com/' })
  await page.goto(`/dashboard/tasks/${task.id}`)
  const request = section(page, 'Request Settings')
  await request.getByRole('button', { name: 'Edit' }).click()
  await request.getByLabel('Name', { exact: true }).fill('Coffee')

  await page.getByRole('link', { name: 'History' }).click()
  await expect(page).toHaveURL(/executions$/)
  const settings = page.getByRole('link', { name: 'Settings' })
  await expect(settings.getByRole('img', { name: 'Unsaved changes' })).toBeVisible()
  await settings.click()
  await expect(request.getByLabel('Name', { exact: true })).toHaveValue('Coffee')
  await request.getByLabel('Name', { exact: true }).fill('Tea')
  await expect(settings.getByRole('img', { name: 'Unsaved changes' })).toHaveCount(0)
  await request.getByLabel('Name', { exact: true }).fill('Coffee')

  const confirmDialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await page.getByRole('link', { name: '< Back to Tasks' }).click()
  await confirmDialog.getByRole('button', { name: 'Keep editing' }).click()
  await expect(confirmDialog).toBeHidden()
  await expect(request.getByLabel('Name', { exact: true })).toHaveValue('Coffee')
  await page.getByRole('link', { name: '< Back to Tasks' }).click()
  await confirmDialog.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/dashboard/tasks')
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
