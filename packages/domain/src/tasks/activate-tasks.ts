import { z } from 'zod'
import { DisabledReason } from '../schedules/scheduler.ts'
import { Id } from '../id.ts'
import { TaskState } from './task.ts'

/** Tasks that one call activates or tries to; their tasks are most accounts' at once. */
export const mostActivated = 1000

/** Failures that an answer names. */
export const mostProblems = 100

/** Which disabled tasks are activated; everything that is given has to match, and without anything all are. */
export const ActivateTasksInput = z.strictObject({
  /** As the list counts them. */
  status: TaskState.optional(),
  /** Why they were disabled: FAILURES for those that were deactivated because they failed. */
  disabledReason: DisabledReason.optional(),
  /** Part of the name or of the URL. */
  search: z.string().max(200).default(''),
  /** The `next` of the answer before: goes on behind that task. */
  after: Id.optional(),
})
export type ActivateTasksInput = z.infer<typeof ActivateTasksInput>

/**
 * What became of them. `failed`: tasks that stay disabled, such as those whose one time has passed; `problems` names the first
 * hundred. `next` is null where all that match were tried, else the last one that was.
 */
export const ActivatedTasksView = z.object({
  activated: z.number().int(),
  failed: z.number().int(),
  problems: z.array(z.object({ id: Id, name: z.string().nullable(), message: z.string() })),
  next: Id.nullable(),
})
export type ActivatedTasksView = z.infer<typeof ActivatedTasksView>
