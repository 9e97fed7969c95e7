import type { Page } from '@playwright/test'
import { startServerWith } from '../../harness/another-server.ts'
import { apiOf } from '../../harness/api.ts'
import { invitationLink, inviteFromPage } from '../../harness/invitations.ts'
import { expect, newPerson, test } from '../../harness/test.ts'

/** As one team's operator sets it up. Embedded, as the product is: its outbox has the mails. */
const settings = {
  KNOCKWIRE_EMBEDDED: '1',
  SMTP_URL: '',
  MAIL_FROM: '',
  STRIPE_SECRET_KEY: '',
  STRIPE_PUBLIC_KEY: '',
  STRIPE_WEBHOOK_SECRET: '',
  STRIPE_PRICE_HOBBY: '',
  STRIPE_PRICE_BUSINESS: '',
  SIGN_UPS: 'invited',
  SIGN_IN: 'password',
  PLANS: 'off',
  TASKS_PER_ACCOUNT: '1',
  RATES: 'off',
  SITE: 'off',
}

/** What belongs to what this instance leaves out. */
const leftOut = /\b(plans?|pric(e|es|ing)|upgrade|billing|bill|card|subscription|free|mortgage|rates|docs|blog)\b/i

const expectNothingOfIt = async (page: Page) => {
  await expect(page.getByRole('main')).not.toHaveText('')
  await expect(page.locator('[role=status]').getByText('Loading')).toHaveCount(0)
  const text = await page.locator('body').innerText()
  expect(leftOut.exec(text)?.[0], `${page.url()} shows:\n${text}`).toBeUndefined()
}

const openPages = async (page: Page, headings: Readonly<Record<string, string>>) => {
  for (const [path, heading] of Object.entries(headings)) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
    await expectNothingOfIt(page)
  }
}

test('one team’s instance shows no plan, price, rates or site, and only who is invited joins', async ({
  product,
  browser,
  person,
  context,
}) => {
  const team = await startServerWith(product, settings)
  const [ours, theirs] = await Promise.all(
    [0, 1].map(async () => (await browser.newContext({ baseURL: team.origin })).newPage()),
  )
  if (ours === undefined || theirs === undefined) throw new Error('There is no page.')

  await ours.goto('/')
  await expect(ours).toHaveURL(/\/signin/)
  await expect(ours.getByRole('link', { name: 'Create an account' })).toHaveCount(0)
  await expect(ours.getByRole('link', { name: 'Continue with single sign-on' })).toHaveCount(0)
  await expectNothingOfIt(ours)
  await ours.getByLabel('Email').fill(person.email)
  await ours.getByLabel('Password', { exact: true }).fill(person.password)
  await ours.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(ours.getByRole('heading', { level: 1 })).toHaveText('Tasks')
  const links = ours.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(links).toHaveText(['Overview', 'Tasks', 'Receivers', 'Support'])
  await expectNothingOfIt(ours)

  const api = apiOf(context.request, product.dashboardUrl)
  const { id: taskId } = await api.createTask({ name: 'Tea', url: 'https://example.com/tea' })
  const { id: receiverId } = await api.receivers.create({ name: 'Hooks' })
  await openPages(ours, {
    '/dashboard/overview': 'Overview',
    '/dashboard/tasks': 'Tasks',
    [`/dashboard/tasks/${taskId}`]: 'Tea',
    [`/dashboard/tasks/${taskId}/executions`]: 'Tea',
    '/dashboard/receivers': 'Receivers',
    [`/dashboard/receivers/${receiverId}`]: 'Hooks',
    [`/dashboard/receivers/${receiverId}/executions`]: 'Hooks',
    '/dashboard/account': 'Your account',
    '/dashboard/account/members': 'Members',
    '/dashboard/account/profile': 'Account',
    '/dashboard/account/security': 'Password',
    '/dashboard/account/tokens': 'Personal API tokens',
    '/dashboard/account/data': 'Delete your account',
    '/dashboard/account/audit-log': 'Audit log',
    '/dashboard/support': 'Support',
  })
  await ours.goto('/dashboard/account')
  await expect(ours.getByRole('navigation', { name: 'Account' }).getByRole('link').first()).toHaveText('Usage')
  await expect(ours.getByRole('row', { name: /^Tasks/ })).toContainText('1 of 1')
  await ours.goto('/dashboard/account/security')
  await expect(ours.getByRole('heading', { name: 'Passkeys' })).toHaveCount(0)
  await ours.goto('/dashboard/tasks')
  await expect(ours.getByRole('button', { name: 'Create task (limit reached)' })).toBeDisabled()
  await ours.keyboard.press('Control+k')
  await expect(ours.getByText('Usage')).toBeVisible()
  await expectNothingOfIt(ours)

  await theirs.goto('/signup')
  await expect(theirs.getByText('You need an invitation to sign up here.')).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Create account' })).toHaveCount(0)
  const boss = newPerson('Olga')
  await theirs.getByRole('link', { name: 'Sign up as its operator' }).click()
  await theirs.getByLabel('Email').fill(boss.email)
  await theirs.getByLabel('Password', { exact: true }).fill(boss.password)
  await theirs.getByRole('button', { name: 'Create account' }).click()
  await expect(theirs.getByRole('alert')).toContainText('you need an invitation')

  const bob = newPerson('Bob')
  await inviteFromPage(ours, bob.email, 'Editor')
  await expectNothingOfIt(ours)
  await theirs.goto(await invitationLink(ours, bob.email))
  await theirs.getByRole('link', { name: 'Create an account' }).click()
  await expect(theirs.getByLabel('Email')).toHaveValue(bob.email)
  await expectNothingOfIt(theirs)
  await theirs.getByLabel('First name').fill('Bob')
  await theirs.getByLabel('Email').fill('somebody-else@example.com')
  await theirs.getByLabel('Password', { exact: true }).fill(bob.password)
  await theirs.getByRole('button', { name: 'Create account' }).click()
  await expect(theirs.getByRole('alert')).toContainText('with the address that it was sent to')
  await theirs.getByLabel('Email').fill(bob.email)
  await theirs.getByRole('button', { name: 'Create account' }).click()
  await theirs.getByRole('button', { name: /^Join Ada/ }).click()
  await expect(theirs.getByRole('link', { name: 'Tea' }).first()).toBeVisible()
  await expectNothingOfIt(theirs)

  await Promise.all([ours, theirs].map((page) => page.context().close()))
  await team.close()
})

test('an instance that takes nobody new says so to a visitor, and to an owner before an invitation is sent in vain', async ({
  product,
  browser,
  person,
}) => {
  const closed = { ...settings, SIGN_UPS: 'closed', ALLOWED_DOMAINS: 'example.com' }
  const server = await startServerWith(product, closed)
  const page = await (await browser.newContext({ baseURL: server.origin })).newPage()
  await page.goto('/signup')
  await expect(page.getByText('This server accepts no new accounts.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tasks')
  await page.goto('/dashboard/account/members')
  await page.getByRole('button', { name: 'Invite member' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite member' })
  await expect(dialog).toContainText('This server accepts addresses at example.com only.')
  await expect(dialog).toContainText('this server accepts no new ones')
  await dialog.getByLabel('Email').fill('bob@example.org')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription(/accepts addresses at example.com only/)
  await expect(dialog.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  await page.context().close()
  await server.close()
})
