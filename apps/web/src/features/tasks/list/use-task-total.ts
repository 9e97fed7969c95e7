import type { TaskPage } from '@knockwire/domain/tasks/task'
import { useState } from 'react'

/** How many tasks the account has. A search counts hits only, so the last count without one stands meanwhile. */
export function useTaskTotal(unsearched: TaskPage | undefined): number {
  const [known, setKnown] = useState(0)
  const total = unsearched?.total ?? known
  if (total !== known) setKnown(total)
  return total
}
