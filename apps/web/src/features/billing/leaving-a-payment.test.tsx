import type { BillingView } from '@knockwire/domain/billing/billing'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { account } from '../../testing/builders/account.ts'
import { server } from '../../testing/network.ts'
import { openPage } from '../../testing/open-page.tsx'
import { expectSnackbar } from '../../testing/screens.ts'

const billing: BillingView = {
  nextBillingDate: -1,
  hasPaymentMethod: true,
  lastFour: '4242',
  endDate: null,
  failedPayment: null,
}

it('a payment that ends once its page was left takes nobody back to it', async () => {
  server.get('/accounts/me', 'AccountView', () => account({ plan: 'FREE' }))
  server.get('/accounts/me/billing', 'AccountBillingView', () => ({ billing, stripePublicKey: null }))
  server.get('/accounts/me/usage', 'UsageView', () => ({
    emailCount: 0,
    smsCount: 0,
    slackAndHttpCount: 0,
    taskCount: 0,
    receiverCount: 0,
    storedBytes: 0,
  }))
  const held = Promise.withResolvers<void>()
  server.post('/accounts/me/lifecycle/remove-card', 'BillingAnswer', async () => {
    await held.promise
    return { billing: { ...billing, hasPaymentMethod: false, lastFour: null } }
  })
  await openPage('/dashboard/account?dialog=remove-card')
  const dialog = page.getByRole('dialog', { name: 'Remove payment method' })
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect.poll(() => server.calls('post', /remove-card$/)).toHaveLength(1)
  // As Back does, which no dialog covers.
  ;(document.querySelector('a[href="/dashboard/support"]') as HTMLElement).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Support' })).toBeVisible()
  held.resolve()
  await expectSnackbar('Payment method deleted')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Support' })).toBeVisible()
  expect(window.location.pathname).toBe('/dashboard/support')
})
