import type { Browser, Page } from '@playwright/test'
import { apiOf, type Person } from '../../harness/api.ts'
import { expectNoAxeViolations } from '../../harness/axe.ts'
import { leaveSessionsOpen } from '../../harness/database.ts'
import { mailedCode } from '../../harness/mails.ts'
import { notifyApiOf } from '../../harness/notify-api.ts'
import { type Product, startProduct } from '../../harness/product.ts'
import { section, snackbar } from '../../harness/screens.ts'
import { expect, newPerson, test } from '../../harness/test.ts'

const signedIn = async (browser: Browser, { dashboardUrl }: Product, person: Person): Promise<Page> => {
  const page = await (await browser.newContext({ baseURL: dashboardUrl })).newPage()
  await apiOf(page.request, dashboardUrl).signUp(person)
  return page
}

const openTab = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('navigation', { name: 'Operator' }).getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
}

const find = async (page: Page, things: 'accounts' | 'users', person: Person): Promise<void> => {
  await openTab(page, things === 'accounts' ? 'Accounts' : 'Users')
  await page.getByRole('searchbox', { name: `Search ${things}` }).fill(person.email)
  const list = page.getByRole('list', { name: things === 'accounts' ? 'Accounts' : 'Users' })
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(list).toContainText(person.email)
}

const reason = 'Spam was sent.'
const banner = 'Maintenance tonight at 22:00.'

test('those who run the server see how it is, suspend and resume an account, speak to everybody and pause all calls; to others there is no such page', async ({
  browser,
}) => {
  test.slow()
  const [olga, grace] = [newPerson('Olga'), newPerson('Grace')]
  const { product, stop } = await startProduct({ logName: 'operator', settings: { OPERATORS: olga.email } })
  try {
    const [operator, owner] = await Promise.all([signedIn(browser, product, olga), signedIn(browser, product, grace)])
    await notifyApiOf(operator.request, product.dashboardUrl).verify(olga.email)
    const { id } = await apiOf(owner.request, product.dashboardUrl).createTask({
      name: 'Tea',
      url: 'https://example.com/tea',
    })
    await theOverviewIsForOperatorsAlone(operator, owner, olga)
    await aSuspendedAccountStands(operator, owner, { grace, taskId: id })
    await everybodyIsSpokenTo(operator, owner)
    await aUserIsSignedOut(operator, owner, { product, grace })
    await openTab(operator, 'Errors')
    await expect(operator.getByText('No error was reported.')).toBeVisible()
    await expectNoAxeViolations(operator, 'Errors')
    await openTab(operator, 'Activity')
    const activity = operator.getByRole('list', { name: 'Activity' })
    await expect(activity.getByText(`${olga.email} suspended the account`)).toBeVisible()
    await expect(activity.getByText(`${olga.email} paused all calls of the server`)).toBeVisible()
    await expectNoAxeViolations(operator, 'Activity')
    await anAccountIsDeleted(operator, { product, olga, grace })
    await Promise.all([operator, owner].map((page) => page.context().close()))
  } finally {
    expect(await stop()).toEqual([])
  }
})

async function theOverviewIsForOperatorsAlone(operator: Page, owner: Page, olga: Person): Promise<void> {
  await owner.goto('/dashboard/operator')
  await expect(owner.getByText('There is no page at this address')).toBeVisible()
  await owner.getByRole('button', { name: 'Grace' }).click()
  await expect(owner.getByRole('menuitem', { name: 'Account' })).toBeVisible()
  await expect(owner.getByRole('menuitem', { name: 'Operator' })).toHaveCount(0)

  await operator.goto('/dashboard/tasks')
  await operator.getByRole('button', { name: 'Olga' }).click()
  await operator.getByRole('menuitem', { name: 'Operator' }).click()
  await expect(operator.getByRole('heading', { level: 1 })).toHaveText('Operator')
  await expect(operator.getByRole('row', { name: `OPERATORS ${olga.email}` })).toBeVisible()
  await expect(operator.getByRole('row', { name: 'ENCRYPTION_KEY set', exact: true })).toBeVisible()
  await expect(operator.getByText('0: no task runs')).toHaveCount(0)
  await expectNoAxeViolations(operator, 'Overview')
}

async function aSuspendedAccountStands(
  operator: Page,
  owner: Page,
  { grace, taskId }: { grace: Person; taskId: string },
): Promise<void> {
  await find(operator, 'accounts', grace)
  await expectNoAxeViolations(operator, 'Accounts')
  await operator.getByRole('button', { name: /^Suspend / }).click()
  const dialog = operator.getByRole('dialog', { name: 'Suspend this account?' })
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: 'Suspend', exact: true }).click()
  await expect(operator.getByText('Suspended', { exact: true })).toBeVisible()

  const rename = async (name: string) => {
    const request = section(owner, 'Request Settings')
    await request.getByRole('button', { name: 'Edit' }).click()
    await request.getByLabel('Name', { exact: true }).fill(name)
    await request.getByRole('button', { name: 'Save' }).click()
  }
  await owner.goto(`/dashboard/tasks/${taskId}`)
  await expect(
    owner.getByRole('status').getByText(`This account is suspended: ${reason} Contact support.`),
  ).toBeVisible()
  await expect(owner.getByText('Stopped while the account is suspended')).toBeVisible()
  await rename('Milk')
  await expect(owner.getByText(`This account is suspended: ${reason}`)).toHaveCount(2)
  await owner.getByRole('button', { name: 'Cancel' }).click()

  await operator.getByRole('button', { name: /^Resume / }).click()
  await expect(operator.getByText('Suspended', { exact: true })).toHaveCount(0)
  await operator.getByRole('combobox', { name: /^Plan of / }).selectOption('Hobby')
  await operator.getByRole('button', { name: 'Change plan' }).click()
  await expect(snackbar(operator, 'The plan has been changed.')).toBeVisible()
  await expect(operator.getByRole('combobox', { name: /^Plan of / })).toHaveValue('HOBBY')

  await owner.goto(`/dashboard/tasks/${taskId}`)
  await rename('Milk')
  await expect(owner.getByRole('heading', { level: 1 })).toHaveText('Milk')
  await expect(owner.getByText('This account is suspended', { exact: false })).toHaveCount(0)
}

async function everybodyIsSpokenTo(operator: Page, owner: Page): Promise<void> {
  const paused = owner.getByText('The operator of this server has paused all calls since', { exact: false })
  await openTab(operator, 'Overview')
  await operator.getByLabel('Banner', { exact: true }).fill(banner)
  await operator.getByRole('button', { name: 'Save banner' }).click()
  await expect(operator.getByRole('status').getByText(banner)).toBeVisible()
  await operator.getByRole('switch', { name: 'Pause all calls' }).click()
  const dialog = operator.getByRole('dialog', { name: 'Pause all calls?' })
  await dialog.getByRole('button', { name: 'Pause all calls' }).click()
  await expect(operator.getByRole('switch', { name: 'Pause all calls' })).toBeChecked()
  await owner.reload()
  await expect(owner.getByRole('status').getByText(banner)).toBeVisible()
  await expect(paused).toBeVisible()

  await operator.getByRole('switch', { name: 'Pause all calls' }).click()
  await expect(operator.getByRole('switch', { name: 'Pause all calls' })).not.toBeChecked()
  await operator.getByLabel('Banner', { exact: true }).fill('')
  await operator.getByRole('button', { name: 'Remove banner' }).click()
  await expect(operator.getByRole('status').getByText(banner)).toHaveCount(0)
  await owner.reload()
  await expect(owner.getByRole('heading', { level: 1 })).toHaveText('Milk')
  await expect(owner.getByText(banner)).toHaveCount(0)
  await expect(paused).toHaveCount(0)
}

/** With the code that the operator had mailed. */
async function aNewPasswordIsSet(owner: Page, product: Product, { email }: Person): Promise<void> {
  const otp = await mailedCode(owner, product, email, /reset code/)
  const data = { email, otp, password: 'another short sentence' }
  const answer = await owner.request.post('/api/v1/auth/reset', { headers: { origin: product.dashboardUrl }, data })
  expect(answer.status()).toBe(200)
}

async function aUserIsSignedOut(
  operator: Page,
  owner: Page,
  { product, grace }: { product: Product; grace: Person },
): Promise<void> {
  await find(operator, 'users', grace)
  await expectNoAxeViolations(operator, 'Users')
  await operator.getByRole('button', { name: 'Send confirmation code' }).click()
  await expect(snackbar(operator, `A code was sent to ${grace.email}.`)).toBeVisible()
  await operator.getByRole('button', { name: `Send reset code to ${grace.email}` }).click()
  await aNewPasswordIsSet(owner, product, grace)
  await operator.reload()
  await operator.getByRole('button', { name: 'End sessions of' }).click()
  await operator
    .getByRole('dialog', { name: 'End all sessions?' })
    .getByRole('button', { name: 'End sessions' })
    .click()
  await expect(operator.getByText('0 open sessions')).toBeVisible()
  await owner.goto('/dashboard/tasks')
  await expect(owner).toHaveURL(/\/signin/)
}

async function anAccountIsDeleted(
  operator: Page,
  { product, olga, grace }: { product: Product; olga: Person; grace: Person },
): Promise<void> {
  await leaveSessionsOpen(product, olga.email)
  await operator.goto(`/dashboard/operator/accounts?search=${encodeURIComponent(grace.email)}`)
  await operator.getByRole('button', { name: 'Confirm', exact: true }).click()
  const confirmation = operator.getByRole('dialog', { name: 'Confirm it’s you' })
  await confirmation.getByRole('textbox', { name: 'Password' }).fill(olga.password)
  await confirmation.getByRole('button', { name: 'Confirm' }).click()
  await operator.getByRole('button', { name: /^Delete / }).click()
  const dialog = operator.getByRole('dialog', { name: 'Delete this account?' })
  const label = await dialog.getByText(/^Type .* to confirm$/).innerText()
  await dialog.getByRole('textbox').fill(label.replace(/^Type (.*) to confirm$/, '$1'))
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(operator.getByText('No accounts match.')).toBeVisible()
}
