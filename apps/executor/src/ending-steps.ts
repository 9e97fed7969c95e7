import type pg from 'pg'
import { createConditionStep } from './conditions/condition-step.ts'
import type { Decided } from './conditions/decide-all.ts'
import { type DeferredDecisions, startDeferredDecisions } from './conditions/deferred/start-deferred-decisions.ts'
import { createRunBeforeLoader } from './conditions/run-before.ts'
import { createRuleLoader } from './conditions/rule-loader.ts'
import { writeProblems } from './conditions/write-problems.ts'
import type { ExecutorContext } from './context.ts'
import { tell } from './notify/tell.ts'
import type { EndingStep } from './run/record/ending-step.ts'

const createTools = ({ database, queue, secrets, log, onError }: ExecutorContext) => {
  const { pool } = database
  return {
    rulesOf: createRuleLoader({ pool, log, onError }),
    runBefore: createRunBeforeLoader({ pool, secrets, log, onError }),
    onDecided: async (client: pg.ClientBase, decided: readonly Decided[]) => {
      await writeProblems(client, decided)
      await tell(client, queue, decided)
    },
  }
}

/**
 * All that follows from an execution's ending, in order. `onTold`: there may be something to deliver. `onDeferred`:
 * conditions are to be decided later.
 */
export const createEndingSteps = (
  context: ExecutorContext,
  onTold: () => void,
  onDeferred: () => void = () => {},
): EndingStep[] => [
  createConditionStep({ ...createTools(context), sandbox: context.sandbox, onCommitted: onTold, onDeferred }),
]

/** Decides later what was deferred when the executions ended. */
export const startDeferred = (context: ExecutorContext, onTold: () => void): DeferredDecisions =>
  startDeferredDecisions({ ...createTools(context), context, onCommitted: onTold })
