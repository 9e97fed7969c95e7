import type { FieldErrors } from '@knockwire/domain/errors'
import { taskFieldKeyOf } from '@knockwire/domain/tasks/field-keys'
import type { TaskView } from '@knockwire/domain/tasks/task'
import { storedNowIn } from '../../../lib/api/api-error.ts'
import { errorsBySchema } from '../../../lib/forms/errors.ts'
import { loadFormSchemas } from '../../../lib/api/schemas.ts'
import { type TaskForm, toSaveTaskInput } from './task-form.ts'

/** What the domain's schema rejects of a task, under the names of the fields. */
export const checkTask = async (task: TaskView, form: Partial<TaskForm>): Promise<FieldErrors> =>
  errorsBySchema((await loadFormSchemas()).SaveTaskInput, toSaveTaskInput(task, form), taskFieldKeyOf)

/** How a conflict shows a task. It brings the libraries that read cron expressions. */
export const loadTaskMergeFields = async () => (await import('./task-merge.ts')).taskMergeFields

export const storedTaskIn = (error: unknown) => storedNowIn(error) as TaskView | null
