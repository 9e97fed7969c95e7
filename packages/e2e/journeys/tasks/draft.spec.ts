import { hold, stopClock, watchCalls } from '../../harness/pause.ts'
import { section, snackbar } from '../../harness/screens.ts'
import { expect, test } from '../../harness/test.ts'

/** Which of its channels a computed color has most of: red and blue by a third at least. */
const hueOf = (color: string): string => {
  const [red = 0, green = 0, blue = 0] = color.match(/[\d.]+/g)?.map(Number) ?? []
  if (red > 1.33 * Math.max(green, blue)) return 'red'
  return blue > 1.33 * Math.max(red, green) ? 'blue' : 'none'
}

test('[DR-01, DR-06] a draft is saved three seconds after its last change', async ({ page, api }) => {
  const id = await api.createDraft()
  await page.clock.install()
  await page.goto(`/dashboard/drafts/${id}`)
  const form = page.getByRole('form', { name: 'Create task' })
  await expect(form).toBeVisible()
  await stopClock(page)
  const saves = watchCalls(page, 'POST', new RegExp(`/tasks/${id}$`))
  const changes = [
    () => form.getByLabel('Name', { exact: true }).fill('Tea'),
    () => form.getByLabel('Method').selectOption('POST'),
    () => form.getByRole('group', { name: 'Run every' }).getByText('1 week', { exact: true }).click(),
  ]

  for (const [index, change] of changes.entries()) {
    await change()
    await page.clock.runFor(2_000)
    await change()
    await form.getByLabel('URL', { exact: true }).fill(`https://example.com/${index}`)
    await page.clock.runFor(2_999)
    expect(saves).toHaveLength(index)
    await page.clock.runFor(1)
    await expect.poll(() => saves.length).toBe(index + 1)
    await page.clock.runFor(100)
    await expect(page.getByText('Draft saved')).toBeVisible()
  }
  await page.clock.runFor(20_000)
  expect(saves).toHaveLength(changes.length)

  await page.clock.resume()
  await page.goto('/dashboard/tasks')
  await expect(page.getByText('There are no scheduled HTTP tasks', { exact: false })).toBeVisible()
  await page.goto(`/dashboard/drafts/${id}`)
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Tea')
  await expect(form.getByLabel('URL', { exact: true })).toHaveValue('https://example.com/2')
  await expect(form.getByLabel('Method')).toHaveValue('POST')
  await expect(form.getByRole('radio', { name: '1 week' })).toBeChecked()
})

test('a new draft begins at its URL, and a URL that is pasted replaces what it starts with', async ({
  page,
  context,
  api,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await api.createTask({ url: 'https://example.com/tea' })
  await page.goto('/dashboard/tasks')
  await page.evaluate(() => navigator.clipboard.writeText('shop.example/health'))
  await page.getByRole('button', { name: 'Create task' }).click()
  const url = page.getByLabel('URL', { exact: true })
  await expect(url).toBeFocused()
  await page.keyboard.press('Control+V')
  await expect(url).toHaveValue('shop.example/health')
  await page.keyboard.press('Shift+Tab')
  await expect(url).toHaveValue('https://shop.example/health')

  await expect(page.getByText('Draft saved')).toBeVisible()
  await page.reload()
  await expect(url).toHaveValue('https://shop.example/health')
  await expect(url).not.toBeFocused()
})

test('a draft that is opened on a phone opens no keyboard', async ({ page, api }) => {
  const phone = await page.context().newCDPSession(page)
  await phone.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await page.goto(`/dashboard/drafts/${await api.createDraft()}`)
  const url = page.getByLabel('URL', { exact: true })
  await expect(url).toHaveValue('http://')
  expect(await page.evaluate(() => window.matchMedia('(pointer: coarse)').matches)).toBe(true)
  await expect(url).not.toBeFocused()
  await phone.send('Emulation.setTouchEmulationEnabled', { enabled: false })
})

test('a new draft says what happens to a task that fails', async ({ page, api }) => {
  await page.goto(`/dashboard/drafts/${await api.createDraft()}`)
  await expect(section(page, 'Request Schedule')).toContainText(
    'After 3 failed executions in a row, the task is deactivated, and we email you.',
  )
})

test('[DR-07, DR-08, ER-27..ER-30, SN-04] a rejected Create shows why, from the top, and saving goes on', async ({
  page,
  api,
  problem,
}) => {
  const id = await api.createDraft()
  await page.clock.install()
  await page.setViewportSize({ width: 1280, height: 500 })
  await page.goto(`/dashboard/drafts/${id}`)
  const url = section(page, 'Request Settings').getByLabel('URL', { exact: true })
  await section(page, 'Request Settings').getByLabel('Name', { exact: true }).fill('Tea')
  const creating = await hold(page, /activate=true$/)
  const saves = watchCalls(page, 'POST', new RegExp(`/tasks/${id}$`))
  problem.announce(422, 'activate=true')

  const creations = watchCalls(page, 'POST', /activate=true$/)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect.poll(() => creations.length).toBe(1)
  await stopClock(page)
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
  await page.clock.runFor(20_000)
  expect(saves).toHaveLength(0)

  creating.release()
  await expect(snackbar(page, 'Error creating task')).toHaveClass(/kw-snackbar-error/)
  await expect(url).toHaveAccessibleDescription('Enter the URL to call.')
  await page.clock.runFor(100)
  await expect(url).toBeFocused()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  expect((await api.getTask(id)).status).toBe('DRAFT')

  await page.clock.runFor(2_800)
  expect(saves).toHaveLength(0)
  await page.clock.runFor(200)
  await expect.poll(() => saves.length).toBe(1)

  // What is corrected is not complained of.
  const panel = page.getByRole('alert', { name: 'Task not created' })
  await expect(panel).toContainText('Check the URL.')
  const [icon = '', title = ''] = await panel.evaluate((alert) =>
    [alert.querySelector('svg'), alert.querySelector('[id$="-title"]')].map(
      (part) => part && getComputedStyle(part).color,
    ),
  )
  expect(hueOf(icon ?? '')).toBe('red')
  expect(title).not.toBe('')
  expect(hueOf(title ?? '')).not.toBe('blue')
  await url.fill('https://example.com/')
  await expect(page.getByText('Check the URL.')).toHaveCount(0)
})

test('[DR-09..DR-11, SN-14, TD-09] leaving a draft is warned of, until it is created or given up', async ({
  page,
  api,
}) => {
  const warnings: string[] = []
  page.on('dialog', async (dialog) => {
    warnings.push(`${dialog.type()} at ${page.url()}`)
    await dialog.accept()
  })
  const first = await api.createDraft()
  await page.goto(`/dashboard/drafts/${first}`)
  const url = page.getByLabel('URL', { exact: true })
  await url.fill('https://example.com/')
  await expect(page.getByRole('button', { name: /^(Edit|Save|Cancel|Create)$/ })).toHaveText(['Cancel', 'Create'])
  await page.reload()
  expect(warnings).toEqual([`beforeunload at ${page.url()}`])

  const confirmDialog = page.getByRole('dialog', { name: 'Leave this draft?' })
  await url.fill('https://example.com/tea')
  await page.getByRole('link', { name: '< Back to Tasks' }).click()
  await confirmDialog.getByRole('button', { name: 'Keep editing' }).click()
  await expect(confirmDialog).toBeHidden()
  await page.getByRole('link', { name: '< Back to Tasks' }).click()
  await confirmDialog.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/dashboard/tasks')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tasks')
  expect((await api.getTask(first)).request.target.uri).toBe('https://example.com/tea')

  await page.goto(`/dashboard/drafts/${first}`)
  const creations = watchCalls(page, 'POST', /activate=true$/)
  await url.fill('https://example.com/milk')
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Control+Enter')
  await expect(snackbar(page, 'Task created')).toBeVisible()
  await expect(page).toHaveURL(`/dashboard/tasks/${first}/executions`)
  await page.reload()
  await page.getByRole('link', { name: '< Back to Tasks' }).click()
  await expect(page).toHaveURL('/dashboard/tasks')
  expect(warnings.slice(1)).toEqual([])
  expect(creations).toHaveLength(1)
})

test('[DR-04, DR-05, DR-11] giving a draft up deletes it, and leads to the list without a dialog', async ({
  page,
  api,
  problem,
}) => {
  const warnings: string[] = []
  page.on('dialog', async (dialog) => {
    warnings.push(dialog.type())
    await dialog.accept()
  })
  const id = await api.createDraft()
  await page.goto(`/dashboard/drafts/${id}`)
  await page.getByLabel('URL', { exact: true }).fill('https://example.com/')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/dashboard/tasks')
  await page.reload()
  expect(warnings).toEqual([])
  // It is deleted as the page is left, which a busy server may do after it has answered the next page.
  const stored = `${new URL(page.url()).origin}/api/v1/tasks/${id}`
  await expect.poll(async () => (await page.request.get(stored)).status()).toBe(404)
  problem.announce(404, `/api/v1/tasks/${id}`)
  await page.goto(`/dashboard/drafts/${id}`)
  await expect(page.getByText('There is no such task')).toBeVisible()
})

test('a draft that is typed offline says so, and is saved automatically once the connection is back', async ({
  page,
  context,
  api,
  problem,
}) => {
  const id = await api.createDraft()
  await page.goto(`/dashboard/drafts/${id}`)
  await expect(page.getByLabel('URL', { exact: true })).toBeVisible()
  // What is shown over the page comes after it.
  await page.waitForLoadState('networkidle')
  problem.announceNoNetwork()
  await context.setOffline(true)
  await page.getByLabel('URL', { exact: true }).fill('https://example.com/')
  await expect(page.getByText('Draft not saved.', { exact: false })).toBeVisible()
  await context.setOffline(false)
  problem.announceNetworkBack()
  await expect(page.getByText('Draft saved')).toBeVisible()
  expect((await api.getTask(id)).request.target.uri).toBe('https://example.com/')
})

test('[TL-19] a Create that the plan has no room for keeps the draft and offers an upgrade', async ({
  page,
  api,
  problem,
}) => {
  const id = await api.createDraft()
  for (let made = 0; made < 25; made += 5)
    await Promise.all(Array.from({ length: 5 }, () => api.createTask({ url: 'https://example.com/' })))
  await page.goto(`/dashboard/drafts/${id}`)
  await page.getByLabel('URL', { exact: true }).fill('https://example.com/')
  problem.announce(409, 'activate=true')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'includes 25 tasks' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Upgrade' })).toHaveAttribute('href', '/dashboard/account')
  expect((await api.getTask(id)).status).toBe('DRAFT')
})

test('a draft that nobody touched is left without a question, and deleted; one that holds something is kept', async ({
  page,
  api,
}) => {
  const warnings: string[] = []
  page.on('dialog', (dialog) => {
    warnings.push(dialog.type())
    void dialog.accept()
  })
  await page.goto('/dashboard/tasks')
  await page.getByRole('button', { name: 'Create task', exact: true }).click()
  const form = page.getByRole('form', { name: 'Create task' })
  await expect(form).toBeVisible()
  const untouched = page.url().split('/').at(-1) ?? ''
  await page.reload()
  await expect(form).toBeVisible()
  expect(warnings).toEqual([])
  await page.getByRole('link', { name: '< Back to Tasks' }).click()
  await expect(page).toHaveURL('/dashboard/tasks')
  const statusOf = async (id: string) => (await page.request.get(`/api/v1/tasks/${id}`)).status()
  await expect.poll(() => statusOf(untouched)).toBe(404)

  const { id } = await api.createTask({ name: 'Shop', url: 'https://example.com/' })
  await page.goto('/dashboard/tasks')
  await page.getByRole('checkbox', { name: 'Select Shop' }).check()
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await expect(form).toBeVisible()
  await page.getByRole('link', { name: '< Back to Tasks' }).click()
  await page.getByRole('dialog', { name: 'Leave this draft?' }).getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('button', { name: '1 draft' })).toBeVisible()
  expect(await statusOf(id)).toBe(200)
})

test('Cancel of a draft that nobody touched can be undone', async ({ page, api }) => {
  const id = await api.createDraft()
  await page.goto(`/dashboard/drafts/${id}`)
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page).toHaveURL('/dashboard/tasks')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('form', { name: 'Create task' })).toBeVisible()
})

test('a new draft that is left before it is made does not open later over another page', async ({ page, person }) => {
  await page.goto('/dashboard/tasks')
  await expect(page.getByRole('button', { name: person.firstName })).toBeVisible()
  const creation = await hold(page, /\/tasks\/empty$/)
  await page.getByRole('button', { name: 'Create task', exact: true }).click()
  await expect(page.getByText('Preparing a new task...')).toBeAttached()
  await page.getByRole('link', { name: 'Receivers', exact: true }).first().click()
  await expect(page).toHaveURL('/dashboard/receivers')
  const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE')
  creation.release()
  expect((await deleted).status()).toBe(204)
  await expect(page).toHaveURL('/dashboard/receivers')
})
