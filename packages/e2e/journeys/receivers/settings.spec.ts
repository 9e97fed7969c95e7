import { snackbar } from '../../harness/screens.ts'
import { hold } from '../../harness/pause.ts'
import { callReceiver, chooseStatus, receiverSection, responseBody } from '../../harness/receiver-screens.ts'
import { expect, test } from '../../harness/test.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('[SH-27, SH-28, RD-07, RD-08, RD-16] a receiver has a way back, its name and two tabs, which are addresses', async ({
  page,
  api,
}) => {
  const receiver = await api.receivers.create({ name: 'Deployments' })
  const path = `/dashboard/receivers/${receiver.id}`
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Deployments')
  const tabs = page.getByRole('navigation', { name: 'Receiver', exact: true })
  const current = tabs.locator('[aria-current="page"]')
  await expect(tabs.getByRole('link')).toHaveText(['Settings', 'History'])
  await expect(current).toHaveText('Settings')
  await expect(receiverSection(page, 'Response Settings')).toBeVisible()

  await tabs.getByRole('link', { name: 'History' }).click()
  await expect(page).toHaveURL(`${path}/executions`)
  await expect(current).toHaveText('History')
  await expect(page.getByText('Waiting for requests...')).toBeVisible()
  await expect(receiverSection(page, 'Response Settings')).toHaveCount(0)
  await page.goBack()
  await expect(receiverSection(page, 'Response Settings')).toBeVisible()
  await page.goForward()
  await page.reload()
  await expect(page.getByText('Waiting for requests...')).toBeVisible()

  await page.getByRole('link', { name: '< Back to Receivers' }).click()
  await expect(page).toHaveURL('/dashboard/receivers')
})

test('[RD-17, RD-18, RD-30] the URL and the methods are to be read and copied; notifications stand beneath', async ({
  page,
  api,
}) => {
  const receiver = await api.receivers.create({ responseBody: 'thanks' })
  await page.goto(`/dashboard/receivers/${receiver.id}`)
  const url = receiverSection(page, 'URL')
  await expect(url.getByText(receiver.url, { exact: true })).toBeVisible()
  await expect(url).toContainText('MethodsGET, POST')
  await expect(url.getByRole('textbox')).toHaveCount(0)
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await url.getByRole('button', { name: 'Copy URL' }).click()
  await expect(url.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await copied()).toBe(receiver.url)

  await url.getByRole('button', { name: 'Copy curl command' }).click()
  const line = await copied()
  await expect(url.locator('code')).toHaveText(line)
  const [, called = '', header, body = ''] = /^curl '(.*)' -H '(.*)' -d '(.*)'$/.exec(line) ?? []
  expect([called, header]).toEqual([receiver.url, 'Content-Type: application/json'])
  expect(JSON.parse(body)).toEqual({ hello: 'world' })

  const settings = receiverSection(page, 'Response Settings')
  const notifications = page.getByRole('region', { name: 'Notifications' })
  const [above, beneath] = [await settings.boundingBox(), await notifications.boundingBox()]
  expect(beneath?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0))
})

test('[RD-19..RD-27, SN-13] settings are read, edited, and given up or saved', async ({ page, api }) => {
  const receiver = await api.receivers.create({ name: 'Deployments', responseBody: 'thanks' })
  await page.goto(`/dashboard/receivers/${receiver.id}`)
  const settings = receiverSection(page, 'Response Settings')
  const buttons = settings.getByRole('button', { name: /^(Edit|Save|Cancel|Create)$/ })
  const name = settings.getByLabel('Name')
  const code = settings.getByLabel('Status code')
  const contentType = settings.getByRole('combobox', { name: 'Response content type' })

  await expect(buttons).toHaveText(['Edit'])
  await expect(settings.locator('dd')).toHaveText(['Deployments', '200', 'text/plain', 'thanks', 'None'])
  await expect(settings.getByRole('textbox')).toHaveCount(0)

  await settings.getByRole('button', { name: 'Edit' }).click()
  await expect(buttons).toHaveText(['Save', 'Cancel'])
  await expect(name).toBeFocused()
  await name.fill('Other')
  await code.fill('500')
  await contentType.fill('text/html')
  await responseBody(page).fill('other')
  await settings.getByRole('button', { name: 'Cancel' }).click()
  await expect(buttons).toHaveText(['Edit'])
  await expect(settings.locator('dd')).toHaveText(['Deployments', '200', 'text/plain', 'thanks', 'None'])

  await settings.getByRole('button', { name: 'Edit' }).click()
  await expect(name).toHaveValue('Deployments')
  await expect(code).toHaveValue('200')
  await expect(responseBody(page)).toHaveValue('thanks')
  await name.fill('Payments')
  await code.fill('x2y0z2')
  await contentType.fill('app')
  await settings.getByRole('option', { name: 'application/json' }).click()
  const insert = settings.getByRole('button', { name: 'Insert variable into Response body' })
  await responseBody(page).fill('{"got": }')
  await responseBody(page).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(8, 8))
  await insert.click()
  await expect(page.getByRole('menuitem')).toContainText([
    'request.body',
    'request.headers',
    'request.form',
    'request.query',
    'request.method',
  ])
  await page.getByRole('menuitem', { name: 'request.headers' }).click()
  await expect(responseBody(page)).toHaveValue('{"got": {{ request.headers }}}')
  await expect(responseBody(page)).toBeFocused()
  await responseBody(page).fill('{"got": ')
  await insert.click()
  await page.getByRole('menuitem', { name: 'request.body' }).click()
  await expect(responseBody(page)).toBeFocused()
  await page.keyboard.type('}')
  await settings.getByRole('button', { name: 'Save' }).click()
  await expect(snackbar(page, 'Receiver settings updated')).toBeVisible()
  await expect(buttons).toHaveText(['Edit'])
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payments')
  await expect(settings.locator('dd')).toHaveText([
    'Payments',
    '202',
    'application/json',
    '{"got": {{ request.body }}}',
    'None',
  ])
  expect(await callReceiver(receiver.url, { method: 'POST', body: '[1]' })).toEqual({
    code: 202,
    contentType: 'application/json',
    body: '{"got": [1]}',
  })
})

test('edits survive a visit to the history, and leaving them asks first', async ({ page, api }) => {
  const receiver = await api.receivers.create({ name: 'Deployments' })
  await page.goto(`/dashboard/receivers/${receiver.id}`)
  const settings = receiverSection(page, 'Response Settings')
  await settings.getByRole('button', { name: 'Edit' }).click()
  await settings.getByLabel('Name').fill('Payments')
  await page.getByRole('link', { name: 'History' }).click()
  await expect(page).toHaveURL(/executions$/)
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(settings.getByLabel('Name')).toHaveValue('Payments')

  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await page.getByRole('link', { name: '< Back to Receivers' }).click()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(settings.getByLabel('Name')).toHaveValue('Payments')
  await page.getByRole('link', { name: '< Back to Receivers' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/dashboard/receivers')
})

test('a receiver that is deleted after its page was left opens no list', async ({ page, api }) => {
  const receiver = await api.receivers.create({ name: 'Hooks', status: 'DISABLED' })
  await api.createTask({ name: 'Tea', url: 'https://example.com/tea' })
  await page.goto('/dashboard/tasks')
  await page.getByRole('link', { name: 'Receivers' }).first().click()
  await page.getByRole('link', { name: 'Hooks', exact: true }).click()
  await chooseStatus(page, 'Delete')
  const deletion = await hold(page, new RegExp(`/api/v1/receivers/${receiver.id}$`))
  await page.getByRole('dialog', { name: 'Delete receiver' }).getByRole('button', { name: 'Delete' }).click()
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL('/dashboard/tasks')
  deletion.release()
  await expect(snackbar(page, 'Receiver deleted')).toBeVisible()
  await expect(page).toHaveURL('/dashboard/tasks')
})
