import { mailedCode } from '../../harness/mails.ts'
import { snackbar } from '../../harness/screens.ts'
import { expect, test } from '../../harness/test.ts'

test('a forgotten password is set again with a mailed code, which signs in', async ({
  page,
  person,
  product,
  problem,
}) => {
  await page.context().clearCookies()
  await page.goto('/signin')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot password')
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/valid email address/)
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Email me a code' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set a new password')
  const code = await mailedCode(page, product, person.email, /reset code/)
  const password = page.getByRole('textbox', { name: 'New password' })
  await page.getByLabel('Code').fill('0000-0000-0000')
  await password.fill('a brand new phrase')
  problem.announce(422, '/api/v1/auth/reset')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByLabel('Code')).toHaveAccessibleDescription(/wrong or no longer valid/)
  await expect(password).toHaveValue('a brand new phrase')

  await page.getByLabel('Code').fill(` ${code.toLowerCase().replaceAll('-', ' ')} `)
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(snackbar(page, 'Your password has been changed.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tasks')
  await expect(page.getByRole('button', { name: person.firstName })).toBeVisible()
})

test.describe('where the page’s later scripts cannot be loaded', () => {
  test.use({ isFirstVisit: true })

  test('a code is requested all the same, and requested again', async ({ page, person, product, problem }) => {
    await page.context().clearCookies()
    await page.goto('/forgot')
    await expect(page.getByLabel('Email')).toBeFocused()
    problem.announceNoNetwork()
    await page.route(/\/assets\/[^/]+\.js$/, (route) => route.abort('connectionfailed'))
    await page.getByLabel('Email').fill(person.email)
    await page.getByRole('button', { name: 'Email me a code' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set a new password')
    await expect(page.getByText(`If ${person.email} has an account`)).toBeVisible()
    await mailedCode(page, product, person.email, /reset code/)

    // As soon as this, it is rejected: but it has been requested.
    problem.announce(429, '/api/v1/auth/forgot')
    const response = page.waitForResponse('**/api/v1/auth/forgot')
    await page.getByRole('button', { name: 'Send a new code' }).click()
    expect((await response).status()).toBe(429)
  })
})
