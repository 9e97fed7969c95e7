import { randomUUID } from 'node:crypto'
import type { Locator } from '@playwright/test'
import { addDialog, choose, rows } from '../../harness/notification-screens.ts'
import { expect, test } from '../../harness/notified-test.ts'
import { expectFieldError, snackbar } from '../../harness/screens.ts'

const address = (dialog: Locator) => dialog.getByRole('combobox', { name: 'Email address', exact: true })
const addresses = (dialog: Locator) => dialog.getByRole('listbox', { name: 'Email address' }).getByRole('option')
const newEmail = (dialog: Locator) => dialog.getByRole('textbox', { name: 'New email address' })
const code = (dialog: Locator) => dialog.getByLabel('Code', { exact: true })
const state = (dialog: Locator) => dialog.locator('[data-verification]')

test('[EV-01..EV-09, SN-23] a new address is verified in the dialog, chosen, and offered in the others', async ({
  page,
  api,
  notify,
  person,
}) => {
  await notify.verify(person.email)
  const ops = `ops-${randomUUID()}@example.com`
  const { id } = await api.createTask({ url: 'https://example.com/' })
  await page.goto(`/dashboard/tasks/${id}`)
  const dialog = await addDialog(page, 'Email')
  await address(dialog).click()
  await expect(addresses(dialog)).toHaveText([person.email, 'New email address'])
  await expect(state(dialog)).toHaveCount(0)
  await dialog.getByRole('option', { name: 'New email address' }).click()
  await expect(state(dialog)).toHaveAttribute('data-verification', 'UNVERIFIED')
  await expect(code(dialog)).toHaveCount(0)

  await newEmail(dialog).fill(ops)
  await dialog.getByRole('button', { name: 'Verify email' }).click()
  await expect(state(dialog)).toHaveAttribute('data-verification', 'PENDING_VERIFICATION')
  await expect(code(dialog)).toBeFocused()
  await expect(dialog.getByRole('button', { name: 'Verify email' })).toHaveCount(0)
  await page.keyboard.type(await notify.codeFor(ops))
  await dialog.getByRole('button', { name: 'Verify code' }).click()
  await expect(snackbar(page, 'New email verified')).toHaveClass(/kw-snackbar-info/)
  await expect(state(dialog)).toHaveCount(0)
  await expect(address(dialog)).toHaveValue(ops)
  await expect(address(dialog)).toBeFocused()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(rows(page, 'Email')).toContainText(ops)

  const other = await api.createTask({ url: 'https://example.com/' })
  await page.goto(`/dashboard/tasks/${other.id}`)
  const another = await addDialog(page, 'Email')
  await address(another).click()
  await expect(addresses(another)).toHaveText([person.email, ops, 'New email address'])
})

test('[EV-10] choosing another address resets what was begun, and so does typing another one', async ({
  page,
  api,
  notify,
  person,
}) => {
  await notify.verify(person.email)
  const { id } = await api.createTask({ url: 'https://example.com/' })
  await page.goto(`/dashboard/tasks/${id}`)
  const dialog = await addDialog(page, 'Email')
  await choose(dialog, 'Email address', 'New email address')
  await newEmail(dialog).fill(`ops-${randomUUID()}@example.com`)
  await newEmail(dialog).press('Enter')
  await expect(state(dialog)).toHaveAttribute('data-verification', 'PENDING_VERIFICATION')
  await newEmail(dialog).fill('other@example.com')
  await expect(state(dialog)).toHaveAttribute('data-verification', 'UNVERIFIED')

  await choose(dialog, 'Email address', person.email)
  await expect(state(dialog)).toHaveCount(0)
  await choose(dialog, 'Email address', 'New email address')
  await expect(state(dialog)).toHaveAttribute('data-verification', 'UNVERIFIED')
  await expect(newEmail(dialog)).toHaveValue('')
})

test('[ER-03, ER-04] errors of addresses and codes stand at their fields', async ({
  page,
  api,
  notify,
  person,
  problem,
}) => {
  const { id } = await api.createTask({ url: 'https://example.com/' })
  await page.goto(`/dashboard/tasks/${id}`)
  const dialog = await addDialog(page, 'Email')
  // An account without a verified address starts with its own.
  await expect(newEmail(dialog)).toHaveValue(person.email)
  await newEmail(dialog).fill('nobody')
  await dialog.getByRole('button', { name: 'Verify email' }).click()
  await expectFieldError(newEmail(dialog), /valid email address/)

  problem.announce(422, '/api/v1/notifications')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectFieldError(address(dialog), /not verified|choose an email address/)

  const ops = `ops-${randomUUID()}@example.com`
  await newEmail(dialog).fill(ops)
  await dialog.getByRole('button', { name: 'Verify email' }).click()
  await expect(code(dialog)).toBeVisible()
  const right = await notify.codeFor(ops)
  await code(dialog).fill('12')
  await code(dialog).press('Enter')
  await expectFieldError(code(dialog), /6 digits/)
  problem.announce(422, 'verify_email_validation_code')
  await code(dialog).fill(right === '000000' ? '111111' : '000000')
  await code(dialog).press('Enter')
  await expectFieldError(code(dialog), /Incorrect code. 4 attempts left/)
  await code(dialog).fill(right)
  await expect(code(dialog)).not.toHaveAttribute('aria-invalid', 'true')
  await code(dialog).press('Enter')
  await expect(address(dialog)).toHaveValue(ops)

  await choose(dialog, 'Email address', 'New email address')
  await newEmail(dialog).fill(ops)
  problem.announce(422, 'send_email_validation_code')
  await dialog.getByRole('button', { name: 'Verify email' }).click()
  await expectFieldError(newEmail(dialog), /already verified/)
})
