import { randomUUID } from 'node:crypto'
import { ageSessions } from '../../harness/database.ts'
import { mailedCode } from '../../harness/mails.ts'
import { snackbar } from '../../harness/screens.ts'
import { expect, test } from '../../harness/test.ts'

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
