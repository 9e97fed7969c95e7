import { randomBytes } from 'node:crypto'
import { freePort } from '@knockwire/db/testing/processes/free-port'
import { startOidcPage } from './oidc-provider.ts'
import { startProduct } from './product.ts'
import { startRateServer } from './rate-server.ts'
import { seedRates } from './rates.ts'
import { startSlackPage } from './slack-page.ts'
import { startStripeServer } from './stripe-server.ts'

/** One product for all tests, and a Slack, a sign-in provider, a Stripe and a mortgage lender for it: each test has its own account. */
export default async function setUp(): Promise<() => Promise<void>> {
  const slack = await startSlackPage()
  const port = await freePort()
  const oidc = await startOidcPage(`http://localhost:${port}/api/v1/auth/oidc/callback`)
  const stripe = await startStripeServer()
  const rates = await startRateServer()
  // Servers that a journey starts on the product's database need its key.
  const ENCRYPTION_KEY = randomBytes(32).toString('base64')
  Object.assign(
    process.env,
    { ENCRYPTION_KEY },
    slack.environment,
    oidc.environment,
    stripe.environment,
    rates.environment,
  )
  const { product, stop } = await startProduct({ port })
  await seedRates(product)
  process.env['KNOCKWIRE_E2E_PRODUCT'] = JSON.stringify(product)
  return async () => {
    const errors = await stop()
    await rates.close()
    await slack.close()
    await oidc.close()
    await stripe.close()
    if (errors.length > 0) throw new Error(`The product logged errors:\n${errors.join('\n')}`)
  }
}
