import type { Plan } from '@knockwire/domain/plans/plans'
import { openDatabase } from '@knockwire/db/client'
import type { Product } from './product.ts'

/** A plan is not sold yet: it is set as the operator does. */
export const setPlan = async ({ databaseUrl }: Product, email: string, plan: Plan): Promise<void> => {
  const { pool, close } = openDatabase({
    url: databaseUrl,
    max: 1,
    applicationName: 'e2e',
    onIdleError: (error) => console.error(error),
  })
  await pool.query('update accounts set plan = $1 where email = $2', [plan, email])
  await close()
}
