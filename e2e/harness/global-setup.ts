import { startProduct } from './product.ts'

/** One product for all tests: each has its own account on it. */
export default async function setUp(): Promise<() => Promise<void>> {
  const { product, stop } = await startProduct()
  process.env['KNOCKWIRE_E2E_PRODUCT'] = JSON.stringify(product)
  return async () => {
    const errors = await stop()
    if (errors.length > 0) throw new Error(`The product logged errors:\n${errors.join('\n')}`)
  }
}
