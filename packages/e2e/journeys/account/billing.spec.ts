import { dialog, enterCard, hold, planTable, row, select } from '../../harness/billing-screens.ts'
import { setPlan } from '../../harness/database.ts'
import { snackbar } from '../../harness/screens.ts'
import { cards, serveStripeJs } from '../../harness/stripe-js.ts'
import { atStripe } from '../../harness/stripe-server.ts'
import { expect, newPerson, test } from '../../harness/test.ts'

test('[AC-01..AC-05, SH-29] the account page shows what is used of what the plan allows, and no other server is called', async ({
  page,
  person,
  api,
  targets,
}) => {
  const stripe = await serveStripeJs(page)
  await api.createTask({ name: 'One', url: targets.target().url })
  await page.goto('/dashboard/account')
  await expect(row(page, 'Email')).toContainText(person.email)
  await expect(row(page, 'Email usage')).toContainText('0 of 20 today')
  await expect(row(page, 'Text message usage')).toContainText('0 of 0 this month')
  await expect(row(page, 'Tasks')).toContainText('1 of 25')
  await expect(row(page, 'Receivers')).toContainText('0 of 10')
  await expect(row(page, 'Stored history')).toContainText('of 256 MiB')
  await expect(page.getByRole('progressbar', { name: 'Tasks: 1 of 25' })).toBeVisible()
  await expect(row(page, 'Payment method').getByRole('button')).toHaveText('Add Card')
  await expect(row(page, 'Next billing date')).toHaveCount(0)
  expect(stripe.requests()).toBe(0)
})

test('[BI-04..BI-06, BI-15..BI-17, BI-25..BI-31] the plans are compared, with the current one marked', async ({
  page,
  person,
}) => {
  expect(person.email).not.toBe('')
  await page.goto('/dashboard/account')
  const table = planTable(page)
  await expect(table.getByRole('columnheader')).toHaveText([
    'What is included',
    /^Free\s*USD \$0\/month$/,
    /^Hobby\s*USD \$9\.99\/month$/,
    /^Business\s*USD \$29\.99\/month$/,
  ])
  const facts: [string, string[]][] = [
    ['Tasks', ['25', '25', '50']],
    ['Receivers', ['10', '10', '50']],
    ['Emails', ['20 a day', '2,000 a month', '10,000 a month']],
    ['Text messages', ['0', '200 a month', '1,000 a month']],
    ['Slack messages', ['Unlimited', 'Unlimited', 'Unlimited']],
    ['Failed executions in a row before deactivation', ['3', '10', '10']],
    ['Receiver requests per minute', ['20', '50', '100']],
    ['Execution history', ['200 (up to 90 days)', '2,000', '2,000']],
    ['Stored history', ['256 MiB', '2 GiB', '10 GiB']],
  ]
  for (const [name, values] of facts) {
    const cells = table
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name, exact: true }) })
      .getByRole('cell')
    await expect(cells).toHaveText(values)
  }
  await expect(table.getByRole('button')).toHaveText(['Current Plan', 'Select Plan', 'Select Plan'])
  await expect(page.getByRole('button', { name: 'Current Plan' })).toBeDisabled()
})

test('[BI-07..BI-12, SN-06, AC-04, AC-05, AP-10] a person signs up, takes a paid plan, a higher one, and goes back to Free', async ({
  page,
}) => {
  const stripe = await serveStripeJs(page)
  const person = newPerson()
  await page.goto('/signup')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('First name').fill(person.firstName)
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('button', { name: 'Later' }).click()
  await page.getByRole('button', { name: person.firstName }).click()
  await page.getByRole('menuitem', { name: 'Account' }).click()

  // The dashboard's own document may not run Stripe's script: the page is loaded again, with the dialog open.
  await select(page, 'Hobby').click()
  const confirm = dialog(page, 'Change to the Hobby plan')
  await expect(confirm).toContainText('USD $9.99/month')
  await enterCard(page, cards.visa)
  const release = await hold(page, 'update-plan')
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  await expect(confirm.getByRole('button', { name: 'Submitting' })).toBeDisabled()
  await expect(confirm.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  release()
  await expect(snackbar(page, 'Your account plan has been updated.')).toBeVisible()
  await expect(confirm).toBeHidden()
  await expect(page).toHaveURL('/dashboard/account')
  await expect(planTable(page).getByRole('button')).toHaveText(['Select Plan', 'Current Plan', 'Select Plan'])
  await expect(row(page, 'Payment method')).toContainText('Card ending in 4242')
  await expect(row(page, 'Next billing date')).toContainText(/[A-Z][a-z]+ \d+, \d{4}/)
  await expect(row(page, 'Email usage')).toContainText('0 of 2,000 this month')
  await expect(row(page, 'Text message usage')).toContainText('0 of 200 this month')

  const before = stripe.requests()
  await select(page, 'Business').click()
  await expect(dialog(page, 'Change to the Business plan')).toContainText(
    'Your card ending in 4242 is charged the difference',
  )
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(row(page, 'Tasks')).toContainText('0 of 50')

  await select(page, 'Free').click()
  await expect(dialog(page, 'Change to the Free plan')).toContainText('Your Business plan ends now')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(planTable(page).getByRole('button')).toHaveText(['Current Plan', 'Select Plan', 'Select Plan'])
  await expect(row(page, 'Next billing date')).toHaveCount(0)
  await expect(row(page, 'Payment method')).toContainText('Card ending in 4242')
  expect(stripe.requests()).toBe(before)
})

test('[BI-07, BI-09, BI-11, SN-07, SN-08, AC-04] a card is added and removed', async ({ page, person }) => {
  expect(person.email).not.toBe('')
  await serveStripeJs(page)
  await page.goto('/dashboard/account')
  await page.getByRole('button', { name: 'Add Card' }).click()
  const add = dialog(page, 'Add payment method')
  await expect(page.getByLabel('Card number')).toBeFocused()
  await enterCard(page, cards.mastercard)
  const added = await hold(page, 'add-card')
  await add.getByRole('button', { name: 'Add' }).click()
  await expect(add.getByRole('button', { name: 'Adding' })).toBeDisabled()
  added()
  await expect(snackbar(page, 'Your card has been added.')).toBeVisible()
  await expect(row(page, 'Payment method')).toContainText('Card ending in 4444')

  await page.getByRole('button', { name: 'Remove Card' }).click()
  const remove = dialog(page, 'Remove payment method')
  await expect(remove).toContainText('The card ending in 4444 will be removed.')
  const removed = await hold(page, 'remove-card')
  await remove.getByRole('button', { name: 'Remove' }).click()
  await expect(remove.getByRole('button', { name: 'Submitting' })).toBeDisabled()
  removed()
  await expect(snackbar(page, 'Payment method deleted')).toBeVisible()
  await expect(row(page, 'Payment method').getByRole('button')).toHaveText('Add Card')
})

test('a session that ends while a plan is chosen leaves the choice open after signing in again', async ({
  page,
  person,
  problem,
}) => {
  await serveStripeJs(page)
  await page.goto('/dashboard/account')
  await select(page, 'Hobby').click()
  await enterCard(page, cards.visa)
  await page.context().clearCookies()
  problem.announce(401, '/api/v1/')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(/\/signin\?returnUrl=/)
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(dialog(page, 'Change to the Hobby plan')).toBeVisible()
  await enterCard(page, cards.visa)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(snackbar(page, 'Your account plan has been updated.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('[AC-09] combined conditions are turned off for the whole account, and on again', async ({ page, person }) => {
  expect(person.email).not.toBe('')
  await page.goto('/dashboard/account')
  const combined = page.getByRole('switch', { name: 'Several conditions in one notification' })
  await expect(combined).toBeChecked()
  await combined.click()
  await expect(combined).not.toBeChecked()
  await page.reload()
  await expect(combined).not.toBeChecked()
  await combined.click()
  await page.reload()
  await expect(combined).toBeChecked()
})

test('a failed renewal is shown with its next attempt, and ends on the Free plan', async ({
  page,
  person,
  product,
}) => {
  await serveStripeJs(page)
  await page.goto('/dashboard/account')
  await select(page, 'Hobby').click()
  await enterCard(page, cards.visa)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(row(page, 'Payment method')).toContainText('4242')
  const at = { email: person.email, dashboardUrl: product.dashboardUrl }
  await atStripe('fail-renewal', at)
  await page.reload()
  const notice = page.getByRole('alert').filter({ hasText: 'The payment for your Hobby plan failed on' })
  await expect(notice).toContainText('It will be tried again on')
  await notice.getByRole('button', { name: 'Use another card' }).click()
  await enterCard(page, cards.mastercard)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(notice).toHaveCount(0)

  await atStripe('fail-renewal', at)
  await atStripe('give-up', at)
  await page.reload()
  await expect(planTable(page).getByRole('button')).toHaveText(['Current Plan', 'Select Plan', 'Select Plan'])
})

test('an account on a plan by agreement sees its limits, and cannot change the plan here', async ({
  page,
  person,
  product,
}) => {
  await setPlan(product, person.email, 'ENTERPRISE')
  await page.goto('/dashboard/account')
  await expect(page.getByText('Your account is on the Enterprise plan')).toBeVisible()
  await expect(row(page, 'Tasks')).toContainText('0 of 500')
  await expect(row(page, 'Email usage')).toContainText('0 of 20,000 this month')
  for (const plan of ['Free', 'Hobby', 'Business']) await expect(select(page, plan)).toBeDisabled()
})

test('where payments are not set up, the page says so', async ({ page, person }) => {
  expect(person.email).not.toBe('')
  await page.route('**/api/v1/accounts/me/billing', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), stripePublicKey: null } })
  })
  await page.goto('/dashboard/account')
  await expect(page.getByText('Payments are not set up on this server')).toBeVisible()
  await expect(page.getByText('The operator of this server sets plans')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add Card' })).toHaveCount(0)
  await expect(planTable(page).getByRole('button')).toHaveCount(0)
  await expect(row(page, 'Tasks')).toContainText('0 of 25')
})
