import { brotliCompressSync } from 'node:zlib'
import { callReceiver, requestRows } from '../../harness/receiver-screens.ts'
import { snackbar } from '../../harness/screens.ts'
import { answers } from '../../harness/target-server.ts'
import { expect, test } from '../../harness/test.ts'

test('a recorded request is sent again to a URL of the user, and its answer looked at', async ({
  page,
  api,
  targets,
}) => {
  const target = targets.target(answers.json({ stored: true, id: 42 }))
  const receiver = await api.receivers.create()
  const body = '{"ref": "refs/heads/main"}'
  const headers = { 'content-type': 'application/json', 'x-github-event': 'push' }
  await callReceiver(receiver.url, { method: 'POST', headers, body })
  await page.goto(`/dashboard/receivers/${receiver.id}/executions`)
  await requestRows(page).getByRole('button').click()
  await page.getByRole('button', { name: 'Replay' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replay request' })
  const url = dialog.getByRole('textbox', { name: 'URL' })
  await expect(url).toBeFocused()
  await expect(url).toHaveValue('')
  await expect(dialog).toContainText('POST26 B, received')
  await url.fill(target.url)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog).toContainText('Response 200')
  await expect(dialog.getByRole('tree', { name: 'Response body as a tree' })).toContainText('stored: true')
  await expect(dialog.getByRole('table', { name: 'Response headers' })).toContainText('application/json')
  expect(target.calls).toHaveLength(1)
  expect(target.calls[0]).toMatchObject({ method: 'POST', body, headers })
  expect((await api.receivers.history(receiver.id)).total).toBe(1)

  // Again and again, to the same place, while something is being repaired there.
  target.reacts(answers.plain('broken', 503))
  await url.press('Enter')
  await expect(dialog).toContainText('Response 503')
  await expect(dialog).toContainText('broken')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Replay' })).toBeFocused()
  await page.reload()
  await page.getByRole('button', { name: 'Replay' }).click()
  await expect(url).toHaveValue(target.url)
  await expect(dialog).not.toContainText('Response ')

  // The address may hold a secret: nobody finds it in the browser afterwards.
  const stored = () => page.evaluate(() => JSON.stringify(window.localStorage))
  expect(await stored()).toContain(target.url)
  await page.goto('/logout')
  await expect(page).toHaveURL(/\/signin/)
  expect(await stored()).not.toContain(target.url)
})

test('a replay arrives with the path and the query of the request, exactly as they came', async ({
  page,
  api,
  targets,
}) => {
  const target = targets.target(answers.plain('ok'))
  const receiver = await api.receivers.create()
  const rest = '/push/a%2Fb//c%20d;v=1/?x=1&x=2&empty=&bare&q=%20+%C3%A9'
  await callReceiver(receiver.url + rest, { method: 'POST', body: 'old' })
  await page.goto(`/dashboard/receivers/${receiver.id}/executions`)
  await requestRows(page).getByRole('button').click()
  await page.getByRole('button', { name: 'Replay' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replay request' })
  await dialog.getByRole('textbox', { name: 'URL' }).fill(`${target.url}?own=1`)
  await expect(dialog.getByLabel('Keep the path and query of the request')).toBeChecked()
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog).toContainText('Response 200')
  const { pathname } = new URL(target.url)
  const [path, query] = rest.split('?')
  expect(target.calls.map(({ url }) => url)).toEqual([`${pathname}${path}?own=1&${query}`])
})

test('a replay shows where it goes, is edited first, and an address needs no scheme', async ({
  page,
  api,
  targets,
}) => {
  const target = targets.target(answers.plain('ok'))
  const receiver = await api.receivers.create()
  const headers = { authorization: 'Bearer open-sesame', 'content-type': 'text/plain' }
  await callReceiver(`${receiver.url}/push?x=1`, { method: 'POST', headers, body: 'old' })
  await page.goto(`/dashboard/receivers/${receiver.id}/executions`)
  await requestRows(page).getByRole('button').click()
  await page.getByRole('button', { name: 'Replay' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replay request' })
  const address = target.url.replace('http://', '')
  await dialog.getByRole('textbox', { name: 'URL' }).fill(address)
  await expect(dialog).toContainText(`${target.url}/push?x=1`)
  await dialog.getByLabel('Keep the path and query of the request').uncheck()
  await dialog.getByRole('button', { name: 'Edit request' }).click()
  const lines = dialog.getByRole('textbox', { name: 'Headers' })
  await expect(lines).toHaveValue(/authorization: Bearer open-sesame/)
  await lines.fill('x-own: new\ncontent-type: text/plain')
  await dialog.getByRole('textbox', { name: 'Body' }).fill('new body')
  await test.info().attach('edited', { body: await page.screenshot(), contentType: 'image/png' })
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog).toContainText('Response 200')
  const { pathname: url } = new URL(target.url)
  expect(target.calls[0]).toMatchObject({ method: 'POST', url, body: 'new body', headers: { 'x-own': 'new' } })
  expect(target.calls[0]?.headers).not.toHaveProperty('authorization')
})

test('a body that came in br is shown decoded, and is edited without its encoding', async ({ page, api, targets }) => {
  const target = targets.target(answers.plain('ok'))
  const receiver = await api.receivers.create()
  const headers = { 'content-type': 'application/json', 'content-encoding': 'br' }
  const body = brotliCompressSync('{"price":1.10}')
  await callReceiver(receiver.url, { method: 'POST', headers, body })
  await page.goto(`/dashboard/receivers/${receiver.id}/executions`)
  await requestRows(page).getByRole('button').click()
  await expect(page.getByRole('tree', { name: 'Request body as a tree' })).toContainText('price: 1.10')
  await page.getByRole('button', { name: 'Replay' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replay request' })
  await dialog.getByRole('textbox', { name: 'URL' }).fill(target.url)
  await dialog.getByRole('button', { name: 'Edit request' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Body' })).toHaveValue('{"price":1.10}')
  await dialog.getByRole('textbox', { name: 'Body' }).fill('{"price":2.10}')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog).toContainText('Response 200')
  expect(target.calls[0]).toMatchObject({ method: 'POST', body: '{"price":2.10}' })
  expect(target.calls[0]?.headers).not.toHaveProperty('content-encoding')
})

test('a recorded request is copied as a command for a terminal, with its secrets', async ({ page, api, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const receiver = await api.receivers.create()
  const headers = { authorization: 'Bearer open-sesame', 'content-type': 'application/json' }
  await callReceiver(`${receiver.url}/push?x=1`, { method: 'POST', headers, body: '{"a":1}' })
  await page.goto(`/dashboard/receivers/${receiver.id}/executions`)
  await requestRows(page).getByRole('button').click()
  await page.getByRole('button', { name: 'Copy as cURL' }).click()
  await expect(page.getByText('Copied as cURL, with secret values')).toBeVisible()
  const command = await page.evaluate(() => navigator.clipboard.readText())
  expect(command).toContain(`curl --request POST '${receiver.url}/push?x=1'`)
  expect(command).toContain("--header 'authorization: Bearer open-sesame'")
  expect(command).toContain(`--data-raw '{"a":1}'`)
})

test('a received request is filtered by results that requests have, and copied without a word of secrets where it has none', async ({
  page,
  api,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const receiver = await api.receivers.create()
  await callReceiver(receiver.url, { method: 'POST', body: '{"a":1}' })
  await page.goto(`/dashboard/receivers/${receiver.id}/executions`)
  const results = page.getByLabel('Status', { exact: true }).getByRole('option')
  await expect(results).toHaveText(['All statuses', 'Succeeded', 'Failed or HTTP error', 'Failed', 'HTTP error'])
  await callReceiver(receiver.url)
  await expect(requestRows(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Request method').selectOption('POST')
  await page.keyboard.press('Escape')
  await expect(requestRows(page)).toHaveCount(1)
  await expect(requestRows(page)).toContainText('POST')
  await requestRows(page).getByRole('button').click()
  await page.getByRole('button', { name: 'Copy as cURL' }).click()
  await expect(snackbar(page, 'Copied as cURL')).toBeVisible()
})
