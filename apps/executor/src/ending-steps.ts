import { createConditionStep } from './conditions/condition-step.ts'
import { createRunBeforeLoader } from './conditions/run-before.ts'
import { createRuleLoader } from './conditions/rule-loader.ts'
import { writeProblems } from './conditions/write-problems.ts'
import type { ExecutorContext } from './context.ts'
import { tell } from './notify/tell.ts'
import type { EndingStep } from './run/record/ending-step.ts'

/** All that follows from an execution's ending, in order. `onTold`: there may be something to deliver. */
export const createEndingSteps = (context: ExecutorContext, onTold: () => void): EndingStep[] => {
  const { database, queue, sandbox, secrets, log, onError } = context
  const { pool } = database
  const rulesOf = createRuleLoader({ pool, log, onError })
  const runBefore = createRunBeforeLoader({ pool, secrets, log, onError })
  return [
    createConditionStep({
      sandbox,
      rulesOf,
      runBefore,
      onDecided: async (client, decided) => {
        await writeProblems(client, decided)
        await tell(client, queue, decided)
      },
      onCommitted: onTold,
    }),
  ]
}
