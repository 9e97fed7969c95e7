import type pg from 'pg'
import type { Logger } from 'pino'
import { createBatcher } from '@knockwire/queue/batcher'
import { loadRules } from './load-rules.ts'
import type { Rule } from './rule.ts'

/** The rules of a task as they are now. Never throws: while the database is away, it waits. */
export type RuleLoader = (taskId: string) => Promise<readonly Rule[]>

interface Asked {
  taskId: string
  answer: (rules: readonly Rule[]) => void
}

export interface RuleLoaderOptions {
  pool: pg.Pool
  log: Logger
  onError: (error: Error) => void
}

const maxItems = 500

/** Reads for many tasks in one query: for those asked about while the query before was under way. */
export const createRuleLoader = ({ pool, log, onError }: RuleLoaderOptions): RuleLoader => {
  const asked = createBatcher<Asked>({
    write: async (group) => {
      const rules = await loadRules(
        pool,
        group.map(({ taskId }) => taskId),
      )
      for (const { taskId, answer } of group) answer(rules.get(taskId) ?? [])
    },
    onRejected: ({ taskId, answer }, error) => {
      log.error({ taskId, err: error }, 'notifications cannot be read')
      answer([])
    },
    onError,
    maxItems,
  })
  return (taskId) => new Promise((answer) => asked.add({ taskId, answer }))
}
