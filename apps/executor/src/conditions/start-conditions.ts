import type pg from 'pg'
import type { ExecutorContext } from '../context.ts'
import { tell } from '../notify/tell.ts'
import type { PostRunHook } from '../run/record-results.ts'
import { createConditionHook } from './condition-hook.ts'
import type { Decided } from './decide-all.ts'
import { startDeferredDecisions } from './deferred/start-deferred-decisions.ts'
import { createRuleLoader } from './rule-loader.ts'
import { createRunBeforeLoader } from './run-before.ts'
import { writeProblems } from './write-problems.ts'

export interface Conditions {
  /** Decides the conditions of a run as it ends, or defers them. */
  postRun: PostRunHook
  /** Takes no more deferred decisions, and gives back what is not decided. */
  stop: () => Promise<void>
}

/** @param onNotified - deliveries may have been queued. */
export const startConditions = (context: ExecutorContext, onNotified: () => void): Conditions => {
  const tools = createTools(context, onNotified)
  const deferred = startDeferredDecisions({ ...tools, context })
  return { postRun: createConditionHook({ ...tools, onDeferred: deferred.wake }), stop: deferred.stop }
}

/** The hook alone: what it defers is found by an executor that looks for it. */
export const createPostRunHook = (context: ExecutorContext): PostRunHook =>
  createConditionHook({ ...createTools(context, () => {}), onDeferred: () => {} })

const createTools = ({ database, queue, secrets, sandbox, log, onError }: ExecutorContext, onNotified: () => void) => {
  const { pool } = database
  return {
    sandbox,
    rulesOf: createRuleLoader({ pool, log, onError }),
    runBefore: createRunBeforeLoader({ pool, secrets, log, onError }),
    onDecided: async (client: pg.ClientBase, decided: readonly Decided[]) => {
      await writeProblems(client, decided)
      await tell(client, queue, decided)
    },
    onCommitted: onNotified,
  }
}
