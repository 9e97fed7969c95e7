import { randomUUID } from 'node:crypto'
import { ageSessions } from '../../harness/database.ts'
import { mailedCode } from '../../harness/mails.ts'
import { expectFieldError, snackbar } from '../../harness/screens.ts'
import { expect, test } from '../../harness/test.ts'

test('[SH-09] a new first name heads the menu at once', async ({ page, person: _signedIn }) => {
  await page.goto('/dashboard/account/profile')
  await page.getByLabel('First name').fill('Augusta')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(snackbar(page, 'Your name has been changed.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Augusta' })).toBeVisible()
})

test('a first name that is too long is explained, and one that is just possible stays in the bar', async ({
  page,
  person: _signedIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/dashboard/account/profile')
  const name = page.getByLabel('First name')
  await name.fill('x'.repeat(101))
  await page.getByRole('button', { name: 'Save name' }).click()
  await expectFieldError(name, /Enter at most 100 characters\./)
  const possible = 'Augusta Ada '.repeat(8).trim()
  await name.fill(possible)
  await page.getByRole('button', { name: 'Save name' }).click()
  const menu = page.getByRole('button', { name: possible })
  await expect(menu).toBeVisible()
  expect((await menu.boundingBox())?.height).toBeLessThanOrEqual(56)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
})

test('the address that one has already is no change', async ({ page, person }) => {
  await page.goto('/dashboard/account/profile')
  await page.getByRole('button', { name: 'Change email' }).click()
  const address = page.getByRole('dialog', { name: 'Change email' }).getByLabel('New email')
  await address.fill(person.email.toUpperCase())
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectFieldError(address, /This is already your address\./)
})

test('the address is changed with a code mailed to the new one, after the password was confirmed', async ({
  page,
  person,
  product,
  problem,
}) => {
  await ageSessions(product, person.email)
  const next = `ada-${randomUUID()}@example.com`
  await page.goto('/dashboard/account/profile')
  await page.getByRole('button', { name: 'Change email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change email' })
  await dialog.getByLabel('New email').fill(next)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByLabel('Code').fill(await mailedCode(page, product, next, /code/))
  problem.announce(403, '/api/v1/accounts/me/email')
  await dialog.getByRole('button', { name: 'Change email' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await confirm.getByRole('textbox', { name: 'Password' }).fill(person.password)
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  await expect(snackbar(page, 'Your email address has been changed.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Email' })).toContainText(next)
})
