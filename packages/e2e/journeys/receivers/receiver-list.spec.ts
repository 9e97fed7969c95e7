import { setPlan } from '../../harness/database.ts'
import { hold } from '../../harness/pause.ts'
import { callReceiver, receiverRows, responseBody } from '../../harness/receiver-screens.ts'
import { expect, test } from '../../harness/test.ts'

test('[SH-04, SH-26, RL-01..RL-03, RL-07] a row says where a receiver is called and whether it answers', async ({
  page,
  api,
}) => {
  const active = await api.receivers.create({ name: 'Deployments' })
  await api.receivers.create({ name: 'Payments', status: 'DISABLED' })

  const list = await hold(page, /\/api\/v1\/receivers\?/)
  await page.goto('/dashboard/support')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Receivers' }).click()
  await expect(page).toHaveURL('/dashboard/receivers')
  await expect(page.getByText('Loading receiver list...')).toBeVisible()
  list.release()
  await expect(page.getByText('Loading receiver list...')).toBeHidden()

  const head = page.getByRole('table', { name: 'Receivers' }).getByRole('columnheader')
  await expect(head).toHaveText(['Name', 'URL', 'Requests', 'Status', 'Action'])
  await expect(page.getByRole('button', { name: 'Create receiver' })).toBeEnabled()

  const row = receiverRows(page).filter({ hasText: 'Deployments' }).getByRole('cell')
  await expect(row.nth(1)).toHaveText(active.url)
  await expect(row.nth(2)).toHaveText('None yet')
  await expect(row.nth(3)).toHaveText('Active')
  await expect(receiverRows(page).filter({ hasText: 'Payments' }).getByRole('cell').nth(3)).toHaveText('Disabled')

  await row.nth(4).getByRole('link', { name: 'History' }).click()
  await expect(page).toHaveURL(`/dashboard/receivers/${active.id}/executions`)
  await page.goBack()
  await row.nth(0).getByRole('link', { name: 'Deployments' }).click()
  await expect(page).toHaveURL(`/dashboard/receivers/${active.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Deployments')
})

test('[RL-04, RL-05] ten receivers a page; where the plan is full, an upgrade is offered', async ({
  page,
  api,
  person,
  product,
}) => {
  for (let made = 0; made < 10; made += 1) await api.receivers.create({ status: 'DISABLED' })
  await page.goto('/dashboard/receivers')
  await expect(receiverRows(page)).toHaveCount(10)
  await expect(page.getByRole('button', { name: 'Create receiver (upgrade needed)' })).toBeDisabled()
  await expect(page.getByRole('link', { name: 'Upgrade' })).toHaveAttribute('href', '/dashboard/account')

  await setPlan(product, person.email, 'BUSINESS')
  const last = await api.receivers.create({ name: 'The eleventh', status: 'DISABLED' })
  await page.reload()
  await expect(page.getByRole('button', { name: 'Create receiver', exact: true })).toBeEnabled()
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages).toContainText('1–10 of 11')
  await expect(receiverRows(page)).toHaveCount(10)
  await expect(receiverRows(page).first()).toContainText(last.name)
  await pages.getByRole('button', { name: 'Page 2' }).click()
  await expect(page).toHaveURL('/dashboard/receivers?page=2')
  await expect(receiverRows(page)).toHaveText([/^Receiver 1http/])
  await page.goBack()
  await expect(receiverRows(page)).toHaveCount(10)
})

test('a creation that the plan has no room for says so, and loses nothing', async ({ page, api, problem }) => {
  for (let made = 0; made < 9; made += 1) await api.receivers.create({ status: 'DISABLED' })
  await page.goto('/dashboard/receivers')
  await expect(receiverRows(page)).toHaveCount(9)
  await api.receivers.create({ status: 'DISABLED' })
  problem.announce(409, '/api/v1/receivers')
  await page.getByRole('button', { name: 'Create receiver' }).click()
  await expect(page.locator('.kw-snackbar-error')).toContainText('Your plan includes 10 receivers.')
  await expect(page.getByRole('button', { name: 'Create receiver (upgrade needed)' })).toBeDisabled()
  await expect(receiverRows(page)).toHaveCount(10)
})

test('[RL-06] an account without receivers is shown what they are, with one that works', async ({
  page,
  person,
  api,
}) => {
  await page.goto('/dashboard/receivers')
  await expect(page.getByRole('button', { name: person.firstName })).toBeVisible()
  await expect(page.getByText('You have no HTTP receivers. Click the button above to create one.')).toBeVisible()
  await page.getByRole('button', { name: 'Start from this example' }).click()
  await expect(page.getByRole('form', { name: 'Create receiver' })).toBeVisible()
  await expect(responseBody(page)).toHaveValue('You sent a {{ request.method }}: {{ request.body }}')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Echo')
  const [echo] = await api.receivers.list()
  expect(await callReceiver(echo?.url ?? '', { method: 'POST', body: 'knock' })).toMatchObject({
    code: 200,
    body: 'You sent a POST: knock',
  })
})
