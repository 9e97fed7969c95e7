import type { ExecutorContext } from './context.ts'
import type { EndingStep } from './run/ending-step.ts'

/** All that follows from an execution's ending, in order. */
export const createEndingSteps = (_context: ExecutorContext): EndingStep[] => []
