import { answers } from '../../harness/target-server.ts'
import { section, snackbar } from '../../harness/screens.ts'
import { expect, test } from '../../harness/test.ts'

test('[RE-01, RE-03..RE-05, RE-08..RE-15] everything of a request is written, sent, and kept', async ({
  page,
  api,
  targets,
}) => {
  const target = targets.target(answers.plain('ready'))
  const id = await api.createDraft()
  await page.goto(`/dashboard/drafts/${id}`)
  const editor = section(page, 'Request Settings')
  const name = editor.getByLabel('Name', { exact: true })
  await expect(name).toHaveAttribute('placeholder', 'Name (optional)')
  await expect(editor.getByLabel('Method')).toHaveValue('GET')
  await expect(editor.getByLabel('URL', { exact: true })).toHaveValue('http://')
  await expect(editor.getByLabel('Method').getByRole('option')).toHaveText([
    'GET',
    'POST',
    'OPTIONS',
    'HEAD',
    'PUT',
    'DELETE',
    'TRACE',
    'PATCH',
  ])

  const body = editor.getByLabel('Body')
  for (const [method, count] of [
    ['GET', 0],
    ['DELETE', 0],
    ['PATCH', 1],
    ['PUT', 1],
    ['POST', 1],
  ] as const) {
    await editor.getByLabel('Method').selectOption(method)
    await expect(body).toHaveCount(count)
  }

  await name.fill('Order tea')
  await editor.getByLabel('URL', { exact: true }).fill(target.url)
  await body.fill('{"tea":2}')
  await editor.getByRole('button', { name: 'Add header' }).click()
  await editor.getByLabel('Header 1 name').fill('X-Kitchen')
  await editor.getByLabel('Header 1 value').fill('north')
  await expect(editor.getByLabel('Username')).toHaveCount(0)
  await editor.getByRole('switch', { name: 'Basic authentication' }).click()
  await expect(editor.getByRole('switch', { name: 'Basic authentication' })).toBeChecked()
  await editor.getByLabel('Username').fill('ada')
  await editor.getByRole('textbox', { name: 'Password' }).fill('s3cret')
  await expect(editor.getByRole('switch', { name: 'Follow redirects' })).toBeChecked()
  await editor.getByRole('switch', { name: 'Follow redirects' }).click()
  await expect(editor.getByRole('switch', { name: 'Allow insecure certificates' })).not.toBeChecked()
  await editor.getByRole('switch', { name: 'Allow insecure certificates' }).click()
  await expect(editor.getByText('The server’s identity isn’t verified')).toBeVisible()

  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(snackbar(page, 'Task created')).toBeVisible()
  const task = await api.getTask(id)
  expect(task.name).toBe('Order tea')
  expect(task.request.target).toEqual({
    uri: target.url,
    method: 'POST',
    headers: [['X-Kitchen', 'north']],
    body: '{"tea":2}',
    basicAuth: { status: 'ENABLED', username: 'ada', passwordSet: true },
    followRedirect: false,
    allowInsecureCerts: true,
  })

  const authorization = `Basic ${Buffer.from('ada:s3cret').toString('base64')}`
  await expect.poll(() => target.calls.length).toBe(1)
  expect(target.calls[0]).toMatchObject({
    method: 'POST',
    body: '{"tea":2}',
    headers: { 'x-kitchen': 'north', authorization },
  })

  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  // In read mode all of it is shown but the password, which nobody is sent.
  for (const shown of ['Order tea', target.url, 'X-Kitchen', 'north', '{"tea":2}', 'As ada, password saved'])
    await expect(editor).toContainText(shown)
  await expect(editor).toContainText('Don’t follow')
  await expect(editor).toContainText('Not verified (insecure)')
  await expect(page.locator('body')).not.toContainText('s3cret')

  await editor.getByRole('button', { name: 'Edit' }).click()
  await expect(editor.getByRole('textbox', { name: 'Password' })).toHaveValue('')
  await expect(editor.getByRole('textbox', { name: 'Password' })).toHaveAttribute('placeholder', /Saved/)
  await editor.getByLabel('Method').selectOption('GET')
  await page.keyboard.press('Control+Enter')
  await expect(snackbar(page, 'Task settings updated')).toBeVisible()
  await api.run(id)
  expect(target.calls[1]).toMatchObject({ method: 'GET', body: '', headers: { authorization } })
})
