import type { Locator, Page } from '@playwright/test'
import { addDialog, choose, group, rows, template } from '../../harness/notification-screens.ts'
import { expect, test } from '../../harness/notified-test.ts'
import { watchCalls } from '../../harness/pause.ts'
import { expectFieldError } from '../../harness/screens.ts'

const channel = (dialog: Locator) => dialog.getByRole('combobox', { name: 'Slack channel' })

const leaveForSlack = async (page: Page, dialog: Locator): Promise<void> => {
  await choose(dialog, 'Slack channel', 'New Slack channel')
  await expect(page.getByRole('heading', { name: 'Where should Knockwire post?' })).toBeVisible()
}

test('[SL-01, SL-03..SL-06, SL-08, AP-25] the way from a task to Slack and back keeps everything as it was', async ({
  page,
  api,
  notify,
}) => {
  const { id } = await api.createTask({ url: 'https://example.com/' })
  const notes = watchCalls(page, 'POST', /update-last-slack-setup-time$/)
  await page.goto(`/dashboard/tasks/${id}`)
  await expect(group(page, 'Slack')).not.toContainText('not set up')
  const dialog = await addDialog(page, 'Slack')
  await expect(channel(dialog)).toHaveValue('')
  await dialog.getByLabel('Source').selectOption('response_header')
  await dialog.getByLabel('Header name').fill('etag')
  await dialog.getByLabel('Value').fill('"7"')
  await dialog.getByRole('radio', { name: /^When the condition becomes true/ }).check()
  await template(dialog, 'Message').fill('Tea & {{ task.name }} #1 "é" 🚀')
  await leaveForSlack(page, dialog)
  expect(new URL(page.url()).searchParams.get('state')).toMatch(/^.{20,}$/)
  expect(notes).toHaveLength(1)
  await page.getByRole('link', { name: '#teatime' }).click()

  await expect(page).toHaveURL(`/dashboard/tasks/${id}`)
  const back = page.getByRole('dialog', { name: 'Add Slack notification' })
  await expect(channel(back)).toHaveValue('#teatime (Acme)')
  await expect(back.getByLabel('Source')).toHaveValue('response_header')
  await expect(back.getByLabel('Header name')).toHaveValue('etag')
  await expect(back.getByLabel('Value')).toHaveValue('"7"')
  await expect(back.getByRole('radio', { name: /^When the condition becomes true/ })).toBeChecked()
  await expect(template(back, 'Message')).toHaveValue('Tea & {{ task.name }} #1 "é" 🚀')
  await back.getByRole('button', { name: 'Save' }).click()
  await expect(rows(page, 'Slack')).toContainText('#teatime (Acme)')
  expect((await notify.list(id))[0]?.slackSetting).toMatchObject({ channel: '#teatime', teamName: 'Acme' })

  await page.reload()
  await expect(rows(page, 'Slack')).toHaveCount(1)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const another = await addDialog(page, 'Slack')
  await channel(another).click()
  await expect(another.getByRole('listbox', { name: 'Slack channel' }).getByRole('option')).toHaveText([
    '#teatime (Acme)',
    'New Slack channel',
  ])
})

test('[SL-05, SL-06] an edited notification goes to Slack and comes back as the one that is edited', async ({
  page,
  api,
  notify,
}) => {
  const { id } = await api.createTask({ url: 'https://example.com/' })
  await page.goto(`/dashboard/tasks/${id}`)
  await leaveForSlack(page, await addDialog(page, 'Slack'))
  await page.getByRole('link', { name: '#alerts' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await rows(page, 'Slack').getByRole('button', { name: /^Edit/ }).click()
  await leaveForSlack(page, page.getByRole('dialog', { name: 'Edit Slack notification' }))
  await page.getByRole('link', { name: '#teatime' }).click()
  const back = page.getByRole('dialog', { name: 'Edit Slack notification' })
  await expect(channel(back)).toHaveValue('#teatime (Acme)')
  await page.keyboard.press('Control+Enter')
  await expect(rows(page, 'Slack')).toContainText('#teatime (Acme)')
  expect(await notify.list(id)).toHaveLength(1)
})

test('[SL-04, SL-06, SL-09, DR-12] the way from a draft to Slack and back needs no warning and loses nothing', async ({
  page,
  api,
}) => {
  const warnings: string[] = []
  page.on('dialog', async (dialog) => {
    warnings.push(dialog.type())
    await dialog.accept()
  })
  const id = await api.createDraft()
  await page.goto(`/dashboard/drafts/${id}`)
  await page.getByLabel('Name', { exact: true }).fill('Typed a moment ago')
  const dialog = await addDialog(page, 'Slack')
  await template(dialog, 'Message').fill('Tea')
  await leaveForSlack(page, dialog)
  expect(warnings).toEqual([])
  await page.getByRole('link', { name: '#alerts' }).click()
  await expect(page).toHaveURL(`/dashboard/drafts/${id}`)
  const back = page.getByRole('dialog', { name: 'Add Slack notification' })
  await expect(channel(back)).toHaveValue('#alerts (Acme)')
  await expect(template(back, 'Message')).toHaveValue('Tea')
  await back.getByRole('button', { name: 'Save' }).click()
  await expect(rows(page, 'Slack')).toContainText('#alerts (Acme)')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Typed a moment ago')

  // The warning is there again once the Slack dialog is closed.
  await page.getByLabel('Name', { exact: true }).fill('Tea')
  await page.reload()
  expect(warnings).toEqual(['beforeunload'])
})

test('[SL-06, SL-07] the way from a receiver to Slack and back keeps the form', async ({ page, notify }) => {
  const id = await notify.createReceiver()
  await page.goto(`/dashboard/receivers/${id}`)
  const dialog = await addDialog(page, 'Slack')
  await template(dialog, 'Message').fill('{{ request.body }}')
  await leaveForSlack(page, dialog)
  await page.getByRole('link', { name: '#alerts' }).click()
  await expect(page).toHaveURL(`/dashboard/receivers/${id}`)
  const back = page.getByRole('dialog', { name: 'Add Slack notification' })
  await expect(channel(back)).toHaveValue('#alerts (Acme)')
  await expect(template(back, 'Message')).toHaveValue('{{ request.body }}')
  await back.getByRole('button', { name: 'Save' }).click()
  await expect(rows(page, 'Slack')).toContainText('#alerts (Acme)')
})

test('[SL-07, SL-09] what is typed on the page is saved on the way: of a receiver too, and else one stays', async ({
  page,
  api,
  problem,
}) => {
  const warnings: string[] = []
  page.on('dialog', async (dialog) => {
    warnings.push(dialog.type())
    await dialog.accept()
  })
  await page.goto('/dashboard/receivers')
  await page.getByRole('button', { name: 'Create receiver' }).first().click()
  await page.getByLabel('Name', { exact: true }).fill('Tea orders')
  await leaveForSlack(page, await addDialog(page, 'Slack'))
  await page.getByRole('link', { name: '#alerts' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(rows(page, 'Slack')).toHaveCount(1)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Tea orders')
  expect(warnings).toEqual([])

  const id = await api.createDraft()
  await page.goto(`/dashboard/drafts/${id}`)
  problem.announce(500, `/api/v1/tasks/${id}`)
  await page.route(`**/api/v1/tasks/${id}`, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  )
  await page.getByLabel('Name', { exact: true }).fill('Tea')
  const dialog = await addDialog(page, 'Slack')
  await choose(dialog, 'Slack channel', 'New Slack channel')
  await expectFieldError(channel(dialog), /could not be saved/)
  await expect(page).toHaveURL(`/dashboard/drafts/${id}`)
})

test('[ER-07, ER-08] a declined authorization comes back with the reason, beside the channel', async ({
  page,
  api,
  problem,
}) => {
  const { id } = await api.createTask({ url: 'https://example.com/' })
  await page.goto(`/dashboard/tasks/${id}`)
  const dialog = await addDialog(page, 'Slack')
  await template(dialog, 'Message').fill('{{ tea }}')
  await leaveForSlack(page, dialog)
  await page.getByRole('link', { name: 'Cancel' }).click()
  const back = page.getByRole('dialog', { name: 'Add Slack notification' })
  await expectFieldError(channel(back), /declined/)
  await expect(template(back, 'Message')).toHaveValue('{{ tea }}')

  problem.announce(422, '/api/v1/notifications')
  await back.getByRole('button', { name: 'Save' }).click()
  await expectFieldError(channel(back), /Choose a Slack channel/)
  await expectFieldError(template(back, 'Message'), /There is no variable tea/)
  await page.keyboard.press('Escape')
  await expect(back.getByText('Your changes are not saved.')).toBeVisible()
})

test('a message that no URL can hold stays here, and says so', async ({ page, api }) => {
  const { id } = await api.createTask({ url: 'https://example.com/' })
  await page.goto(`/dashboard/tasks/${id}`)
  const dialog = await addDialog(page, 'Slack')
  await template(dialog, 'Message').fill('x'.repeat(19_000))
  await choose(dialog, 'Slack channel', 'New Slack channel')
  await expectFieldError(channel(dialog), /too long/)
  await expect(page).toHaveURL(`/dashboard/tasks/${id}`)
})

test('where Slack is not set up, its group says so, and nothing can be added to it', async ({ page, api }) => {
  const { id } = await api.createTask({ url: 'https://example.com/' })
  await page.route('**/api/v1/accounts/me', async (route) => {
    const response = await route.fetch()
    await route.fulfill({
      response,
      json: {
        ...(await response.json()),
        server: {
          isSlackConfigured: false,
          isBillingConfigured: true,
          canSendMail: true,
          makesCalls: true,
          networkOutageSince: null,
        },
      },
    })
  })
  await page.goto(`/dashboard/tasks/${id}`)
  await expect(group(page, 'Slack')).toContainText('Slack isn’t set up on this server. Ask its administrator.')
  await expect(group(page, 'Email')).not.toContainText('not set up')
  await expect(group(page, 'Slack').getByRole('button', { name: 'Add' })).toBeDisabled()
  await expect(group(page, 'Email').getByRole('button', { name: 'Add' })).toBeEnabled()
})
