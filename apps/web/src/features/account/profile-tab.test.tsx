import { UpdateProfileInput } from '@knockwire/domain/accounts/account'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { account } from '../../testing/builders/account.ts'
import { rejected, server } from '../../testing/network.ts'
import { openPage } from '../../testing/open-page.tsx'
import { expectFieldError, expectSnackbar, expectToBeKept, press, section } from '../../testing/screens.ts'

const main = page.getByRole('main')
const firstName = page.getByLabelText('First name')
const dialog = page.getByRole('dialog', { name: 'Change email' })
const address = dialog.getByLabelText('New email')
const code = dialog.getByLabelText('Code')
const question = page.getByRole('dialog', { name: 'Leave without saving?' })

/** The API of a user's account; what is saved is what is answered from then on. */
const openProfile = async (more: Parameters<typeof account>[0] = {}) => {
  const served = { account: account(more) }
  server.get('/accounts/me', 'AccountView', () => served.account)
  server.post('/accounts/me/profile', 'AccountView', ({ body }) => {
    served.account = account({ user: { ...served.account.user, ...UpdateProfileInput.parse(body) } })
    return served.account
  })
  server.get('/accounts/me/tokens', 'ApiTokenList', () => ({ results: [] }))
  await openPage('/dashboard/account/tokens')
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect.element(firstName).toBeVisible()
  return served
}

it('[SH-09] a new first name heads the menu at once', async () => {
  await openProfile()
  await firstName.fill('Augusta')
  await press(main, 'Save name')
  await expectSnackbar('Your name has been changed.')
  await expect.element(page.getByRole('button', { name: 'Augusta' })).toBeVisible()
})

it('a first name that is too long is explained, and one that is just possible stays in the bar', async () => {
  await page.viewport(390, 844)
  await openProfile()
  await firstName.fill('x'.repeat(101))
  await press(main, 'Save name')
  await expectFieldError(firstName, /Enter at most 100 characters\./)
  expect(server.calls('post', /profile$/)).toEqual([])
  const possible = 'Augusta Ada '.repeat(8).trim()
  await firstName.fill(possible)
  await press(main, 'Save name')
  const menu = page.getByRole('button', { name: possible })
  await expect.element(menu).toBeVisible()
  expect(menu.element().getBoundingClientRect().height).toBeLessThanOrEqual(56)
  expect(document.documentElement.scrollWidth - window.innerWidth).toBe(0)
  await page.viewport(1280, 800)
})

it('a name that is typed is not lost by a way to another page, nor by the browser’s way back', async () => {
  await openProfile()
  await firstName.fill('Grace')
  window.history.back()
  await press(question, 'Keep editing')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(firstName).toHaveValue('Grace')
  await page.getByRole('link', { name: 'API tokens' }).click()
  await press(question, 'Keep editing')
  await expect.element(firstName).toHaveValue('Grace')
  await press(main, 'Save name')
  await expectSnackbar('Your name has been changed.')
  await page.getByRole('link', { name: 'API tokens' }).click()
  await expect.element(page.getByRole('button', { name: 'Create token' }).first()).toBeVisible()
})

it('a profile that could not be loaded says why, and is loaded again by its button', async () => {
  let isBroken = true
  server.get('/accounts/me', 'AccountView', () =>
    isBroken ? rejected(400, 'MALFORMED', { message: 'The accounts are being moved.' }) : account(),
  )
  await openPage('/dashboard/account/profile')
  await expect.element(page.getByText('The accounts are being moved.').first()).toBeVisible()
  isBroken = false
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect.element(firstName).toHaveValue('Ada')
})

describe('the dialog of a new email address', () => {
  const openDialog = async (more: Parameters<typeof account>[0] = {}) => {
    const served = await openProfile(more)
    server.done.post('/accounts/me/send_email_validation_code')
    server.post('/accounts/me/verify_email_validation_code', 'AccountView', ({ body }) => {
      const { email, otp } = body as { email: string; otp: string }
      if (otp !== '123456') return rejected(422, 'INVALID_FIELDS', { errors: { newEmail: 'This code is wrong.' } })
      served.account = account({ verifiedEmails: [...served.account.verifiedEmails, email] })
      return served.account
    })
    server.post('/accounts/me/email', 'AccountView', ({ body }) => {
      const { email } = body as { email: string }
      served.account = account({ user: { ...served.account.user, email } })
      return served.account
    })
    await press(section('Email'), 'Change email')
    await expect.element(address).toBeVisible()
    return served
  }

  it('takes a code that was mailed to the new one, after which the address is changed', async () => {
    await openDialog()
    await address.fill(' Grace@Example.com ')
    await press(dialog, 'Continue')
    await expect.element(dialog).toMatchTextContent('We sent a 6-digit code to grace@example.com.')
    expect(server.calls('post', /send_email/).map(({ body }) => body)).toEqual([{ email: 'grace@example.com' }])
    await code.fill('654321')
    await press(dialog, 'Change email')
    await expectFieldError(code, 'This code is wrong.')
    await code.fill('123456')
    await press(dialog, 'Change email')
    await expectSnackbar('Your email address has been changed.')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(section('Email')).toMatchTextContent('grace@example.com')
  })

  it('needs no code for an address that is confirmed already', async () => {
    const served = await openDialog({ verifiedEmails: ['ada@example.com', 'grace@example.com'] })
    const held = Promise.withResolvers<void>()
    server.post('/accounts/me/email', 'AccountView', async () => {
      await held.promise
      return account({ user: { ...served.account.user, email: 'grace@example.com' } })
    })
    await address.fill('grace@example.com')
    await press(dialog, 'Continue')
    // Until it is changed: what were typed now would go with the dialog.
    await expect.element(address).toHaveAttribute('readonly')
    await expect.element(dialog.getByRole('status')).toHaveTextContent('Sending…')
    held.resolve()
    await expectSnackbar('Your email address has been changed.')
    expect(server.calls('post', /send_email/)).toEqual([])
  })

  it('takes the address that one has already for no change', async () => {
    await openDialog()
    await address.fill('ADA@EXAMPLE.COM')
    await press(dialog, 'Continue')
    await expectFieldError(address, 'This is already your address.')
    expect(server.calls('post', /send_email/)).toEqual([])
  })

  it('does not lose what is typed by Esc or a click outside, and is left by Cancel', async () => {
    await openDialog()
    await expectToBeKept(dialog, address, 'grace@example.com')
    await press(dialog, 'Cancel')
    await expect.element(dialog).not.toBeInTheDocument()
    await page.getByRole('link', { name: 'API tokens' }).click()
    await expect.element(page.getByRole('button', { name: 'Create token' }).first()).toBeVisible()
  })
})
