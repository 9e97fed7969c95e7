import type { Browser, Page } from '@playwright/test'
import { apiOf, type Person } from '../../harness/api.ts'
import { invitationLink, inviteFromPage } from '../../harness/invitations.ts'
import { snackbar } from '../../harness/screens.ts'
import { expect, newPerson, test } from '../../harness/test.ts'

/** A browser of somebody else's. */
const openBrowser = async (browser: Browser, baseURL: string) => (await browser.newContext({ baseURL })).newPage()

const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Members', exact: true }).getByRole('listitem').filter({ hasText: name })

test('somebody new is invited, signs up from the link, works in the account, and is removed', async ({
  page,
  person,
  product,
  api,
  browser,
}) => {
  await api.createTask({ name: 'Tea', url: 'https://example.com/tea' })
  const bob: Person = newPerson('Bob')
  await inviteFromPage(page, bob.email, 'Editor')
  await expect(page.getByRole('list', { name: 'Open invitations' })).toContainText(bob.email)

  const theirs = await openBrowser(browser, product.dashboardUrl)
  await theirs.goto(await invitationLink(page, bob.email))
  await expect(theirs.getByRole('heading', { name: /^Join Ada/ })).toBeVisible()
  await theirs.getByRole('link', { name: 'Create an account' }).click()
  await theirs.getByLabel('First name').fill('Bob')
  await theirs.getByLabel('Email').fill(bob.email)
  await theirs.getByLabel('Password', { exact: true }).fill(bob.password)
  await theirs.getByRole('button', { name: 'Create account' }).click()
  await theirs.getByRole('button', { name: /^Join Ada/ }).click()
  await expect(theirs.getByRole('link', { name: 'Tea' }).first()).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Create task' })).toBeEnabled()

  await theirs.getByRole('button', { name: 'Bob', exact: true }).click()
  await theirs.getByRole('menuitem', { name: 'Bob', exact: true }).click()
  await expect(theirs.getByText('There are no scheduled HTTP tasks.')).toBeVisible()
  await theirs.goto('/dashboard/account/members')
  await theirs.getByRole('button', { name: /^Switch to Ada/ }).click()
  await expect(theirs.getByRole('link', { name: 'Tea' }).first()).toBeVisible()

  await page.reload()
  await expect(row(page, 'Bob')).toContainText('Last seen')
  await row(page, 'Bob').getByRole('button', { name: 'Remove Bob' }).click()
  await page.getByRole('dialog', { name: 'Remove this member?' }).getByRole('button', { name: 'Remove' }).click()
  await expect(snackbar(page, 'Member removed')).toBeVisible()
  await expect(row(page, 'Bob')).toHaveCount(0)
  await theirs.getByRole('link', { name: 'Receivers', exact: true }).click()
  await expect(theirs.getByRole('status').getByText(/^You are no longer a member of “Ada/)).toContainText(
    'This page now shows “Bob”.',
  )
  await theirs.getByRole('button', { name: 'OK', exact: true }).click()
  await expect(theirs.getByText('There are no scheduled HTTP tasks.')).toBeVisible()
  await theirs.reload()
  await expect(theirs.getByText('There are no scheduled HTTP tasks.')).toBeVisible()
  await expect(theirs.getByText('You are no longer a member of')).toHaveCount(0)
  await theirs.context().close()
  expect(person.email).not.toBe(bob.email)
})

test('a viewer sees the account, and which buttons are for editors and why; an owner makes them an editor', async ({
  page,
  product,
  api,
  browser,
  person: _owner,
}) => {
  const { id } = await api.createTask({ name: 'Tea', url: 'https://example.com/tea' })
  const eve: Person = newPerson('Eve')
  await inviteFromPage(page, eve.email, 'Viewer')
  const theirs = await openBrowser(browser, product.dashboardUrl)
  await apiOf(theirs.request, product.dashboardUrl).signUp(eve)
  await theirs.goto(await invitationLink(page, eve.email))
  await theirs.getByRole('button', { name: /^Join Ada/ }).click()
  await expect(theirs.getByRole('button', { name: 'Create task' })).toBeDisabled()
  await theirs.goto(`/dashboard/tasks/${id}`)
  const test_ = theirs.getByRole('button', { name: 'Test', exact: true })
  await expect(test_).toBeDisabled()
  await expect(test_).toHaveAttribute('title', /An owner can make you an editor/)
  for (const edit of await theirs.getByRole('button', { name: 'Edit', exact: true }).all())
    await expect(edit).toBeDisabled()

  await page.reload()
  await row(page, 'Eve').getByRole('combobox', { name: 'Role of Eve' }).selectOption('Editor')
  await page.getByRole('dialog', { name: 'Change this role?' }).getByRole('button', { name: 'Change role' }).click()
  await expect(snackbar(page, 'The role has been changed.')).toBeVisible()
  await theirs.reload()
  await expect(test_).toBeEnabled()
  await theirs.context().close()
})

test('an invitation that was used leads on, and the last owner cannot leave', async ({ page, person, problem }) => {
  problem.announce(404, '/api/v1/invitations/preview')
  await page.goto('/invite#nothing')
  await expect(page.getByRole('alert')).toContainText('no longer valid')
  await page.getByRole('link', { name: 'Go to Knockwire' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  await page.goto('/dashboard/account/members')
  await row(page, person.email).getByRole('button', { name: 'Leave' }).click()
  problem.announce(409, '/api/v1/accounts/me/members/')
  const dialog = page.getByRole('dialog', { name: 'Leave this account?' })
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect(dialog).toContainText('An account needs an owner.')
})
