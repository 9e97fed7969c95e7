import { dialog, enterCard, select } from '../../harness/billing-screens.ts'
import { snackbar } from '../../harness/screens.ts'
import { cards, serveStripeJs } from '../../harness/stripe-js.ts'
import { expect, test } from '../../harness/test.ts'

test('[ER-22..ER-25] what is wrong with a card stands in the dialog, and another one can be tried', async ({
  page,
  person,
  problem,
}) => {
  expect(person.email).not.toBe('')
  await serveStripeJs(page)
  await page.goto('/dashboard/account')
  await page.getByRole('button', { name: 'Add Card' }).click()
  const add = dialog(page, 'Add payment method')
  await enterCard(page, '4242 x')
  await expect(add.getByRole('group', { name: 'Card' })).toContainText('Your card number is invalid.')
  await enterCard(page, '4242')
  await expect(add.getByRole('group', { name: 'Card' })).not.toContainText('Your card number is invalid.')
  await add.getByRole('button', { name: 'Add' }).click()
  await expect(add.getByText('Your card number is incomplete.')).toBeVisible()

  problem.announce(402, '/lifecycle/add-card')
  await enterCard(page, cards.declined)
  await add.getByRole('button', { name: 'Add' }).click()
  await expect(add.getByText('Your card was declined.')).toBeVisible()
  await expect(page.getByLabel('Card number')).toHaveValue(cards.declined)
  await page.keyboard.press('Escape')
  await expect(add).toBeHidden()

  await select(page, 'Business').click()
  const confirm = dialog(page, 'Change to the Business plan')
  problem.announce(402, '/lifecycle/update-plan')
  await enterCard(page, cards.declined)
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  await expect(confirm.getByText('Your card was declined.')).toBeVisible()
  await enterCard(page, cards.visa)
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  await expect(snackbar(page, 'Your account plan has been updated.')).toBeVisible()
})

test('[ER-26] why a card could not be removed stands in the dialog', async ({ page, person, problem }) => {
  expect(person.email).not.toBe('')
  await serveStripeJs(page)
  await page.goto('/dashboard/account')
  await page.getByRole('button', { name: 'Add Card' }).click()
  await enterCard(page, cards.visa)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: 'Remove Card' }).click()
  const message = 'The payment provider cannot be reached.'
  problem.announce(503, '/lifecycle/remove-card')
  await page.route('**/lifecycle/remove-card', (route) =>
    route.fulfill({ status: 503, json: { code: 'UNAVAILABLE', message, error: message } }),
  )
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(dialog(page, 'Remove payment method').getByText(message)).toBeVisible()
})

test('where Stripe’s script does not load, the dialog says so and can try again', async ({ page, person, problem }) => {
  expect(person.email).not.toBe('')
  const stripe = await serveStripeJs(page)
  stripe.block(true)
  await page.goto('/dashboard/account')
  problem.announceNoNetwork()
  await page.getByRole('button', { name: 'Add Card' }).click()
  const add = dialog(page, 'Add payment method')
  await expect(add.getByText(/could not be loaded from Stripe/)).toBeVisible()
  await expect(add.getByRole('button', { name: 'Add', exact: true })).toBeDisabled()
  stripe.block(false)
  problem.announceNetworkBack()
  await add.getByRole('button', { name: 'Try again' }).click()
  await enterCard(page, cards.visa)
  await add.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(snackbar(page, 'Your card has been added.')).toBeVisible()
})
