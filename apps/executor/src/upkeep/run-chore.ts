import type { ExecutorContext } from '../context.ts'
import { inTransaction } from '@knockwire/db/transaction'
import type { Chore } from './start-upkeep.ts'

export interface NamedChore {
  name: string
  /** Names what keeps other executors from doing the same meanwhile. */
  lock: number
  run: Chore
  /** Whether there is more of it to do, in a transaction of its own so that nobody waits long for what one has locked. */
  hasMore?: () => boolean
}

const lockSpace = 7_205_934

/** After so long, the rest is left to the next time. */
const enoughMs = 5000

/** Does a chore, unless another executor is at it, and again for as long as it has more to do. */
export const runChore = async (context: ExecutorContext, chore: NamedChore): Promise<void> => {
  const until = performance.now() + enoughMs
  let changed = 0
  do {
    const pass = await inTransaction(context.maintenance.pool, async (client) => {
      const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_xact_lock($1, $2) as locked', [
        lockSpace,
        chore.lock,
      ])
      return rows[0]?.locked ? chore.run(client, context) : null
    })
    if (pass === null) break
    changed += pass
  } while (chore.hasMore?.() && performance.now() < until)
  if (changed > 0) context.log.info({ chore: chore.name, changed }, 'upkeep')
}
