import { axeViolations } from '../../harness/axe.ts'
import { insertRequests } from '../../harness/database.ts'
import { requestRows } from '../../harness/receiver-screens.ts'
import { expect, test } from '../../harness/test.ts'

test('one request is deleted, then all, each after a confirmation', async ({ page, api, product }) => {
  const receiver = await api.receivers.create()
  await insertRequests(product, receiver.id, 25)
  await page.goto(`/dashboard/receivers/${receiver.id}/executions`)
  const first = requestRows(page).first()
  await expect(first).toContainText('/orders/1')
  await first.getByRole('button').click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const one = page.getByRole('dialog', { name: 'Delete request?' })
  await expect(one.getByRole('button', { name: 'Cancel' })).toBeFocused()
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(one).toBeHidden()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await one.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Request deleted')).toBeVisible()
  await expect(requestRows(page).first()).toContainText('/orders/2')
  await expect(requestRows(page).first().getByRole('button')).toBeFocused()
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('1–20 of 24')

  await page.getByRole('button', { name: 'Delete all requests' }).click()
  const all = page.getByRole('dialog', { name: 'Delete all requests?' })
  expect(await axeViolations(page)).toEqual([])
  await all.getByRole('button', { name: 'Delete all' }).click()
  await expect(page.getByText('Requests deleted')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Requests', exact: true })).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
  expect((await api.receivers.history(receiver.id)).total).toBe(0)
})
