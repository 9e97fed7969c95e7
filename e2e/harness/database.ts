import type { Plan } from '@knockwire/domain/plans/plans'
import { openDatabase } from '@knockwire/db/client'
import type { Product } from './product.ts'

const query = async ({ databaseUrl }: Product, text: string, values: unknown[]): Promise<void> => {
  const { pool, close } = openDatabase({
    url: databaseUrl,
    max: 1,
    applicationName: 'e2e',
    onIdleError: (error) => console.error(error),
  })
  await pool.query(text, values)
  await close()
}

/** A plan is not sold yet: it is set as the operator does. */
export const setPlan = (product: Product, email: string, plan: Plan): Promise<void> =>
  query(product, 'update accounts set plan = $1 where email = $2', [plan, email])

/** Dates the runs of a task some minutes apart, up to now: for pictures, which show what otherwise takes hours. */
export const spreadRuns = (product: Product, taskId: string, minutes: number): Promise<void> =>
  query(
    product,
    `update executions set started_at = now() - age.rank * $2 * interval '1 minute'
      from (select id, row_number() over (order by id desc) - 1 as rank from executions where task_id = $1) age
      where executions.id = age.id`,
    [taskId, minutes],
  )
