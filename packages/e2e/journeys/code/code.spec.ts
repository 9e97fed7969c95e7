import type { APIRequestContext, Page } from '@playwright/test'
import { snackbar } from '../../harness/screens.ts'
import { answers } from '../../harness/target-server.ts'
import { expect, test } from '../../harness/test.ts'

const resource = (targetUrl: string) => ({
  kind: 'task',
  key: 'shop-front',
  name: 'Shop front',
  description: 'Calls **the shop**. [Runbook](https://wiki.example/shop)',
  labels: { team: 'shop', urgent: '' },
  scheduler: { mode: 'INTERVAL', intervalSecond: 3600 },
  request: { target: { uri: targetUrl, headers: [['Authorization', 'Bearer ${secret:SHOP_TOKEN}']] } },
  notifications: [],
})

const apply = async (request: APIRequestContext, dashboardUrl: string, body: object) =>
  request.post(`${dashboardUrl}/api/v1/apply`, {
    headers: { origin: new URL(dashboardUrl).origin },
    data: { project: 'shop', mode: 'apply', source: 'shop.yaml', ...body },
  })

const openMenu = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'Active', exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('a task that a file manages says so, an edit by hand is seen as drift, and the next apply takes it back', async ({
  page,
  person: _person,
  product,
  targets,
}) => {
  const target = targets.target(answers.plain('open'))
  await page.goto('/dashboard/account/code')
  await expect(page.getByText('No projects yet')).toBeVisible()
  const file = { secrets: { SHOP_TOKEN: 'tea' }, resources: [resource(target.url)] }
  const applied = await apply(page.request, product.dashboardUrl, file)
  expect(applied.status(), await applied.text()).toBe(200)

  await page.reload()
  const project = page.getByRole('list', { name: 'Projects' }).getByRole('listitem').first()
  await expect(project).toContainText('1 task, 0 receivers')
  await expect(page.getByRole('list', { name: 'Secrets' })).toContainText('Used by Shop front')
  await page.getByRole('link', { name: 'Shop front' }).click()
  await expect(page.getByText('Managed by project shop (shop.yaml)')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Labels' }).getByRole('listitem')).toHaveText(['team: shop', 'urgent'])
  await expect(page.getByRole('link', { name: 'Runbook' })).toHaveAttribute('href', 'https://wiki.example/shop')
  await expect(page.getByText('the shop', { exact: true })).toHaveCSS('font-weight', '700')

  await openMenu(page, 'Description and labels')
  const dialog = page.getByRole('dialog', { name: 'Description and labels' })
  await expect(dialog.getByLabel('Labels')).toHaveValue('team: shop\nurgent')
  await dialog.getByLabel('Labels').fill('team: shop\nteam: tea')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('Labels')).toHaveAccessibleDescription(/The label team stands twice/)
  await dialog.getByLabel('Labels').fill('team: tea')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(snackbar(page, 'Saved')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Labels' }).getByRole('listitem')).toHaveText(['team: tea'])
  await expect(page.getByText(/Edited by hand .+: the next apply overwrites that\./)).toBeVisible()

  await page.getByRole('link', { name: 'shop', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Manual edits' })).toContainText(/shop-front: .+, edited /)
  expect((await apply(page.request, product.dashboardUrl, file)).status()).toBe(200)
  await page.reload()
  await expect(page.getByRole('list', { name: 'Projects' })).toContainText('shop')
  await expect(page.getByRole('list', { name: 'Manual edits' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Stop managing shop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop managing' }).click()
  await expect(page.getByText('No projects yet')).toBeVisible()
})

test('a task is copied as the lines of a file, without the values of its secrets', async ({
  page,
  person: _person,
  product,
  targets,
}) => {
  const target = targets.target(answers.plain('open'))
  const created = await page.request.post(`${product.dashboardUrl}/api/v1/tasks`, {
    headers: { origin: new URL(product.dashboardUrl).origin },
    data: {
      name: 'Price of tea',
      scheduler: { mode: 'INTERVAL', intervalSecond: 300 },
      request: { target: { uri: target.url, headers: [['Authorization', 'Bearer squirrel']] } },
    },
  })
  expect(created.status(), await created.text()).toBe(201)
  const { id } = await created.json()
  await page.goto(`/dashboard/tasks/${id}`)
  await openMenu(page, 'Copy as YAML')
  const lines = page.getByLabel('YAML', { exact: true })
  await expect(lines).toContainText('price-of-tea:')
  await expect(lines).toContainText('every: 5m')
  await expect(lines).toContainText('${secret:PRICE_OF_TEA_AUTHORIZATION}')
  await expect(lines).not.toContainText('squirrel')
})

test('a task that was made by hand gets its key where it is copied as YAML, and its lines manage it', async ({
  page,
  person: _person,
  problem,
  product,
  targets,
}) => {
  const target = targets.target(answers.plain('open'))
  const headers = { origin: new URL(product.dashboardUrl).origin }
  const create = (name: string, key: string | null) =>
    page.request.post(`${product.dashboardUrl}/api/v1/tasks`, {
      headers,
      data: {
        key,
        name,
        scheduler: { mode: 'INTERVAL', intervalSecond: 3600 },
        request: { target: { uri: target.url } },
        charts: [{ name: 'Time', source: 'response_time', property: '' }],
      },
    })
  expect((await create('Other', 'price-of-tea')).status()).toBe(201)
  const made = await create('Price of tea', null)
  expect(made.status(), await made.text()).toBe(201)
  const { id } = await made.json()
  await page.goto(`/dashboard/tasks/${id}`)
  await openMenu(page, 'Copy as YAML')
  const dialog = page.getByRole('dialog', { name: 'This task as YAML' })
  await expect(dialog).toContainText('has no key')
  problem.announce(409, `/api/v1/tasks/${id}`)
  await dialog.getByRole('button', { name: 'Give it the key price-of-tea' }).click()
  await expect(dialog.getByLabel('YAML', { exact: true })).toContainText('price-of-tea-2:')
  await expect(dialog).not.toContainText('has no key')
  const stored = await page.request.get(`${product.dashboardUrl}/api/v1/tasks/${id}/definition`)
  expect(await stored.json()).toMatchObject({ key: 'price-of-tea-2', charts: [{ key: 'time' }] })
})

test('a task and a receiver that are being created are copied as YAML as they are typed', async ({
  page,
  person: _person,
}) => {
  const dialog = page.getByRole('dialog', { name: /as YAML$/ })
  const lines = dialog.getByLabel('YAML', { exact: true })
  const copy = page.getByRole('button', { name: 'Copy as YAML' })
  await page.goto('/dashboard/drafts/new')
  await page.getByLabel('URL').fill('https://shop.example/tea')
  await page.getByLabel('Name', { exact: true }).fill('Price of tea')
  await copy.click()
  await expect(lines).toContainText('price-of-tea:')
  await expect(lines).toContainText('url: https://shop.example/tea')
  await expect(lines).not.toContainText('state:')
  await expect(dialog).toContainText('you can cancel this draft')
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()

  await page.goto('/dashboard/receivers')
  await page.getByRole('button', { name: 'Create receiver' }).click()
  await page.getByLabel('Name', { exact: true }).fill('')
  await copy.click()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await expect(dialog).toBeHidden()
  await page.getByLabel('Name', { exact: true }).fill('Orders of tea')
  await copy.click()
  await expect(lines).toContainText('orders-of-tea:')
  await expect(lines).toContainText('name: Orders of tea')
  await expect(lines).not.toContainText('state:')
})

test('a secret is stored, replaced and deleted, and its value is never shown', async ({ page, person: _person }) => {
  await page.goto('/dashboard/account/code')
  await page.getByRole('button', { name: 'Add secret' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add secret' })
  await dialog.getByLabel('Name').fill('two words')
  await dialog.getByRole('button', { name: 'Store secret' }).click()
  await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription(/begins with a letter or underscore/)
  await dialog.getByLabel('Name').fill('TEA_TOKEN')
  await dialog.getByRole('textbox', { name: 'Value' }).fill('squirrel')
  await dialog.getByRole('button', { name: 'Store secret' }).click()
  await expect(snackbar(page, 'Secret TEA_TOKEN stored')).toBeVisible()
  const item = page.getByRole('list', { name: 'Secrets' }).getByRole('listitem')
  await expect(item).toContainText('Not used')

  await page.getByRole('button', { name: 'Add secret' }).click()
  await dialog.getByLabel('Name').fill('TEA_TOKEN')
  await dialog.getByRole('textbox', { name: 'Value' }).fill('another')
  await dialog.getByRole('button', { name: 'Store secret' }).click()
  await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription(/A secret named TEA_TOKEN already exists/)
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await item.getByRole('button', { name: 'Replace value of TEA_TOKEN' }).click()
  const replacing = page.getByRole('dialog', { name: 'Replace the value of TEA_TOKEN' })
  await replacing.getByRole('textbox', { name: 'Value' }).fill('acorn')
  await replacing.getByRole('button', { name: 'Replace value' }).click()
  await expect(snackbar(page, 'The value of TEA_TOKEN was replaced')).toBeVisible()

  await item.getByRole('button', { name: 'Delete TEA_TOKEN' }).click()
  await page.getByRole('dialog', { name: 'Delete this secret?' }).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No secrets yet')).toBeVisible()
})
