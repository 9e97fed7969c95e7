import { startServerWith } from '../../harness/another-server.ts'
import { invitationLink, inviteFromPage } from '../../harness/invitations.ts'
import { expect, newPerson, test } from '../../harness/test.ts'

/** As one team's operator sets it up. Embedded, as the product is: its outbox has the mails. */
const settings = {
  KNOCKWIRE_EMBEDDED: '1',
  SMTP_URL: '',
  MAIL_FROM: '',
  SIGN_UPS: 'invited',
  SIGN_IN: 'password',
  RATES: 'off',
  SITE: 'off',
}

test('a colleague is invited to one team’s instance, where nobody else can sign up, and joins', async ({
  product,
  browser,
  person,
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
  await ours.getByLabel('Email').fill(person.email)
  await ours.getByLabel('Password', { exact: true }).fill(person.password)
  await ours.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(ours.getByRole('heading', { level: 1 })).toHaveText('Tasks')
  const links = ours.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(links).toHaveText(['Tasks', 'Receivers', 'Support'])
  await ours.goto('/dashboard/account/security')
  await expect(ours.getByRole('heading', { name: 'Password' })).toBeVisible()
  await expect(ours.getByRole('heading', { name: 'Passkeys' })).toHaveCount(0)

  await theirs.goto('/signup')
  await expect(theirs.getByText('You need an invitation to sign up here.')).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Create account' })).toHaveCount(0)

  const bob = newPerson('Bob')
  await inviteFromPage(ours, bob.email, 'Editor')
  await theirs.goto(await invitationLink(ours, bob.email))
  await theirs.getByRole('link', { name: 'Create an account' }).click()
  await expect(theirs.getByLabel('Email')).toHaveValue(bob.email)
  await theirs.getByLabel('First name').fill('Bob')
  await theirs.getByLabel('Email').fill('somebody-else@example.com')
  await theirs.getByLabel('Password', { exact: true }).fill(bob.password)
  await theirs.getByRole('button', { name: 'Create account' }).click()
  await expect(theirs.getByRole('alert')).toContainText('with the address that it was sent to')
  await theirs.getByLabel('Email').fill(bob.email)
  await theirs.getByRole('button', { name: 'Create account' }).click()
  await theirs.getByRole('button', { name: /^Join Ada/ }).click()
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Tasks')

  await Promise.all([ours, theirs].map((page) => page.context().close()))
  await team.close()
})
