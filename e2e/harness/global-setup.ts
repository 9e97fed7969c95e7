import { startProduct } from './product.ts'
import { seedRates } from './rates.ts'
import { startSlackPage } from './slack-page.ts'

/** One product for all tests, and a Slack for it: each test has its own account. */
export default async function setUp(): Promise<() => Promise<void>> {
  const slack = await startSlackPage()
  Object.assign(process.env, slack.environment)
  const { product, stop } = await startProduct()
  await seedRates(product)
  process.env['KNOCKWIRE_E2E_PRODUCT'] = JSON.stringify(product)
  return async () => {
    const errors = await stop()
    await slack.close()
    if (errors.length > 0) throw new Error(`The product logged errors:\n${errors.join('\n')}`)
  }
}
