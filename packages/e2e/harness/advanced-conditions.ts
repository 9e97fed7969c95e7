import { openDatabase } from '@knockwire/db/client'
import type { Product } from './product.ts'

/** The account's flag is set as the operator does. */
export const setAdvancedConditions = async (
  { databaseUrl }: Product,
  email: string,
  isEnabled: boolean,
): Promise<void> => {
  const { pool, close } = openDatabase({
    url: databaseUrl,
    max: 1,
    applicationName: 'e2e',
    onIdleError: (error) => console.error(error),
  })
  await pool.query(
    `update accounts set is_advanced_condition_enabled = $1
      where id in (select account_id from account_owners where email = $2)`,
    [isEnabled, email],
  )
  await close()
}
