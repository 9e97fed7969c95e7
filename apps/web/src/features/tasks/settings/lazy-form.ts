import type { TaskView } from '@knockwire/domain/tasks/task'
import { lazyCode } from '../../../lib/navigation/lazy-code.ts'
import type { BeginEditing } from '../../../lib/editing/use-editor.ts'
import { lazyPart } from '../../../lib/navigation/lazy-part.ts'
import { taskKind } from '../task-queries.ts'
import type { TaskForm } from './task-form.ts'
import { taskSections } from './task-sections.ts'

const load = () => import('./form-parts.ts')

export const RequestFields = lazyPart(async () => (await load()).RequestFields)
export const ScheduleEditor = lazyPart(async () => (await load()).ScheduleEditor)

/** What edits a task, with its fields. Once it is loaded, a section changes to its fields as Edit is pressed. */
export const taskForm = lazyCode<BeginEditing<TaskForm, TaskView>>(async () => {
  await Promise.all([RequestFields.preload(), ScheduleEditor.preload()])
  const { createSectionEditing, editedTask } = await load()
  return (page) => createSectionEditing({ ...page, owner: taskKind, sections: taskSections, form: editedTask })
})
