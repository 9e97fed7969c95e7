import { startAnotherServer } from '../../harness/another-server.ts'
import { addDialog, template } from '../../harness/notification-screens.ts'
import { clientErrors } from '../../harness/client-errors.ts'
import { section, snackbar } from '../../harness/screens.ts'
import { expect, test } from '../../harness/test.ts'

test.use({ isFirstVisit: true })

const notLoaded = 'This part could not be loaded. Reload the page: what you typed is kept.'

test('a page that was opened before an upgrade finds its code at the new server, and keeps what is typed', async ({
  page,
  api,
  product,
}) => {
  const task = await api.createTask({ name: 'Tea', url: 'https://example.com/tea' })
  const upgraded = await startAnotherServer(product, /^(leave-dialog|notification-dialog|email-fields)-/)
  try {
    expect(upgraded.lacking.length).toBeGreaterThan(0)
    const served: string[] = []
    await page.route('**/assets/**', async (route) => {
      const { pathname } = new URL(route.request().url())
      const response = await route.fetch({
        url: upgraded.origin + pathname,
        headers: { ...route.request().headers(), host: new URL(upgraded.origin).host },
      })
      if (response.ok() && upgraded.lacking.includes(pathname.replace('/assets/', ''))) served.push(pathname)
      await route.fulfill({ response })
    })
    await page.goto(`/dashboard/tasks/${task.id}`)
    const request = section(page, 'Request Settings')
    await request.getByRole('button', { name: 'Edit' }).click()
    await request.getByLabel('Name', { exact: true }).fill('Green tea')
    const dialog = await addDialog(page, 'Email')
    await expect(template(dialog, 'Subject')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('link', { name: 'Receivers', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(request.getByLabel('Name', { exact: true })).toHaveValue('Green tea')
    expect(served).toContainEqual(expect.stringContaining('leave-dialog'))
    expect(served).toContainEqual(expect.stringContaining('notification-dialog'))
  } finally {
    await upgraded.close()
  }
})

test('a part whose code does not load leaves the page as it is, and a reload brings back what was typed but secrets', async ({
  page,
  api,
  problem,
}) => {
  problem.announce(404, '/leave-dialog-')
  await page.route(/\/assets\/leave-dialog-/, (route) => route.fulfill({ status: 404 }))
  const reported = clientErrors(page)
  const task = await api.createTask({ name: 'Tea', url: 'https://example.com/tea' })
  await page.goto(`/dashboard/tasks/${task.id}`)
  const request = section(page, 'Request Settings')
  const name = request.getByLabel('Name', { exact: true })
  await request.getByRole('button', { name: 'Edit' }).click()
  await name.fill('Green tea')
  await request.getByRole('button', { name: 'Add header' }).click()
  await request.getByLabel('Header 1 name').fill('Authorization')
  await request.getByLabel('Header 1 value').fill('Bearer very-secret')
  await page.getByRole('link', { name: 'Receivers', exact: true }).click()
  const message = page.getByRole('alert').filter({ hasText: notLoaded })
  await expect(message).toBeVisible()
  expect(await reported).toMatchObject({ errors: [{ kind: 'code', page: '/dashboard/tasks/:id' }] })
  await message.getByRole('button', { name: 'Close' }).click()
  await expect(message).toBeHidden()
  await expect(name).toHaveValue('Green tea')

  await page.getByRole('link', { name: 'Receivers', exact: true }).click()
  await expect(message).toBeVisible()
  await page.unroute(/\/assets\/leave-dialog-/)
  const stored = page.waitForRequest((sent) => sent.isNavigationRequest())
  await message.getByRole('button', { name: 'Reload the page' }).click()
  await stored
  await expect(name).toHaveValue('Green tea')
  await expect(request.getByLabel('Header 1 name')).toHaveValue('Authorization')
  await expect(request.getByLabel('Header 1 value')).toHaveValue('')
  await expect(snackbar(page, 'What you typed is back. Enter passwords and secret headers again.')).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('very-secret')

  await request.getByLabel('Header 1 value').fill('Bearer other')
  await request.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Green tea')
})

test('a notification that was being typed is open again after the reload', async ({ page, api, problem }) => {
  problem.announce(404, '/login-fields-')
  await page.route(/\/assets\/login-fields-/, (route) => route.fulfill({ status: 404 }))
  const task = await api.createTask({ name: 'Tea', url: 'https://example.com/tea' })
  await page.goto(`/dashboard/tasks/${task.id}`)
  const dialog = await addDialog(page, 'HTTP')
  await dialog.getByLabel('URL', { exact: true }).fill('https://example.com/cold-tea')
  await dialog.getByRole('switch', { name: 'Basic authentication' }).click()
  await expect(dialog.getByRole('alert').filter({ hasText: notLoaded })).toBeVisible()
  await page.unroute(/\/assets\/login-fields-/)
  await dialog.getByRole('button', { name: 'Reload the page' }).click()
  await expect(snackbar(page, 'What you typed is back.')).toBeVisible()
  await expect(dialog.getByLabel('URL', { exact: true })).toHaveValue('https://example.com/cold-tea')
  await expect(dialog.getByLabel(/user ?name/i)).toBeVisible()
})

test('a page whose code does not load says so among what stands around it, and is there after a reload', async ({
  page,
  api,
  problem,
}) => {
  await api.createTask({ name: 'Tea', url: 'https://example.com/tea' })
  problem.announce(404, '/support-')
  await page.route(/\/assets\/support-/, (route) => route.fulfill({ status: 404 }))
  const reported = clientErrors(page)
  await page.goto('/dashboard/tasks')
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await navigation.getByRole('link', { name: 'Support' }).click()
  const message = page.getByRole('alert').filter({ hasText: 'This page could not be shown' })
  await expect(message).toBeVisible()
  await expect(page).toHaveURL('/dashboard/support')
  expect(await reported).toMatchObject({ errors: [{ kind: 'code' }] })
  await navigation.getByRole('link', { name: 'Tasks' }).click()
  await expect(page.getByRole('link', { name: 'Tea', exact: true })).toBeVisible()
  await page.goBack()
  await expect(message).toBeVisible()
  await page.unroute(/\/assets\/support-/)
  await message.getByRole('button', { name: 'Reload the page' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Support' })).toBeVisible()
})

test('code that is first needed without a network is loaded once the network is back', async ({
  page,
  context,
  api,
  problem,
}) => {
  const task = await api.createTask({ name: 'Tea', url: 'https://example.com/tea' })
  await page.goto(`/dashboard/tasks/${task.id}`)
  const request = section(page, 'Request Settings')
  await expect(request).toBeVisible()
  problem.announceNoNetwork()
  await context.setOffline(true)
  await expect(page.getByText('You’re offline.', { exact: false })).toBeVisible()
  const requested: string[] = []
  page.on('request', (sent) => requested.push(new URL(sent.url()).pathname))
  await request.getByRole('button', { name: 'Edit' }).click()
  await page.keyboard.press('?')
  const messages = page
    .getByRole('status')
    .filter({ hasText: 'The server can’t be reached. This part opens once it can.' })
  // In the section, and in the place of the dialog.
  await expect(messages).toHaveCount(2)
  // What has failed once in a page, some browsers never load again there.
  expect(requested.filter((path) => path.startsWith('/assets/'))).toEqual([])
  await context.setOffline(false)
  problem.announceNetworkBack()
  await expect(request.getByLabel('Name', { exact: true })).toHaveValue('Tea')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expect(messages).toHaveCount(0)
})
