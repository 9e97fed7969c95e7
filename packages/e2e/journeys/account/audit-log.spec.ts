import { apiOf, type Person } from '../../harness/api.ts'
import { expectNoAxeViolations } from '../../harness/axe.ts'
import { invitationLink, inviteFromPage } from '../../harness/invitations.ts'
import { expect, newPerson, test } from '../../harness/test.ts'

test('an owner finds out who deleted a task, also after they have left, and what was changed', async ({
  page,
  product,
  api,
  browser,
  person,
}) => {
  const { id } = await api.createTask({ name: 'Payroll', url: 'https://example.com/payroll' })
  const bob: Person = newPerson('Bob')
  await inviteFromPage(page, bob.email, 'Editor')
  const theirs = await (await browser.newContext({ baseURL: product.dashboardUrl })).newPage()
  await apiOf(theirs.request, product.dashboardUrl).signUp(bob)
  await theirs.goto(await invitationLink(page, bob.email))
  await theirs.getByRole('button', { name: /^Join Ada/ }).click()
  await expect(theirs.getByRole('link', { name: 'Payroll' }).first()).toBeVisible()
  await theirs.goto('/dashboard/account/audit-log')
  await expect(theirs.getByText('Only owners can read the audit log.')).toBeVisible()
  await expect(theirs.getByRole('link', { name: 'Audit log' })).toHaveCount(0)
  const renamed = await theirs.request.post(`${product.dashboardUrl}/api/v1/tasks/${id}`, {
    headers: { origin: product.dashboardUrl },
    data: {
      name: 'Wages',
      scheduler: { mode: 'INTERVAL', intervalSecond: 300 },
      request: { target: { uri: 'https://example.com/payroll' } },
    },
  })
  expect(renamed.status()).toBe(200)

  await page.goto(`/dashboard/tasks/${id}`)
  await page.getByRole('button', { name: 'Active' }).click()
  await page.getByRole('menuitem', { name: 'Audit log' }).click()
  const log = page.getByRole('list', { name: 'Audit log' })
  await expect(log.getByRole('listitem')).toHaveCount(3)
  const change = log.getByRole('listitem').first()
  await expect(change).toContainText(`${bob.email} changed the task Wages`)
  await change.locator('summary').press('Enter')
  await expect(change.getByRole('row', { name: /^Name Payroll Wages$/ })).toBeVisible()
  await expectNoAxeViolations(page)

  const removed = await theirs.request.delete(`${product.dashboardUrl}/api/v1/tasks/${id}?deactivate=true`, {
    headers: { origin: product.dashboardUrl },
  })
  expect(removed.status()).toBe(204)
  await theirs.context().close()
  await page.goto('/dashboard/account/members')
  await page.getByRole('button', { name: 'Remove Bob' }).click()
  await page.getByRole('dialog', { name: 'Remove this member?' }).getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.getByLabel('Action').selectOption('Deleted the task')
  await expect(log.getByRole('listitem')).toHaveCount(1)
  await expect(log).toContainText(`${bob.email} deleted the task Wages`)
  await page.getByLabel('Action').selectOption('All actions')
  await page.getByLabel('Person').selectOption(`${bob.email} (former member)`)
  await expect(log.getByText(`${bob.email} deleted the task Wages`)).toBeVisible()
  await page.getByLabel('Person').selectOption(person.email)
  await expect(log.getByText(`${person.email} removed the member ${bob.email}`)).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Person')).toContainText(person.email)
  await page.getByLabel('From day').pressSequentially('01022024')
  await expect(page).toHaveURL(/from=2024-01-02/)
  await expect(log.getByText(`${person.email} removed the member ${bob.email}`)).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export' }).click()
  expect((await download).suggestedFilename()).toMatch(/^knockwire-audit-log-.*\.jsonl$/)
})
