import type { TaskView } from '@knockwire/domain/tasks/task'
import { useQueryClient } from '@tanstack/react-query'
import { memo } from 'react'
import { ConflictDialog } from '../../../components/ui/dialogs/conflict-dialog.tsx'
import { isStatus, messageOf } from '../../../lib/api/api-error.ts'
import type { EditingHost } from '../../../lib/editing/sections.ts'
import { useSectionEditing } from '../../../lib/editing/use-section-editing.ts'
import { snackbar } from '../../../lib/browser/snackbar.ts'
import { scheduleDefaults } from '../schedule/schedule-form.ts'
import { setOwnerCache } from '../../../lib/owners/owner-queries.ts'
import { taskKind } from '../task-queries.ts'
import { checkTask, loadTaskMergeFields, storedTaskIn } from './check-task.ts'
import { hasChanged, type TaskForm, taskFormOf, toSaveTaskInput } from './task-form.ts'
import { sectionOfError, taskSections } from './task-sections.ts'

interface TaskEditorProps extends EditingHost<TaskForm, TaskView> {
  task: TaskView
}

/** Holds what is being edited of a task; of its own it shows a conflict. Save sends the whole task [TD-13]. */
export const TaskEditor = memo(function TaskEditor({ task, ...host }: TaskEditorProps) {
  const client = useQueryClient()
  const { conflict, isSaving, resolve, postpone } = useSectionEditing<TaskForm, TaskView>({
    ...host,
    current: task,
    sections: taskSections,
    valuesOf: (base) => taskFormOf(base, scheduleDefaults()),
    hasChanged: (base, form) => hasChanged(base, form, scheduleDefaults()),
    sectionOf: sectionOfError,
    check: checkTask,
    save: ({ values, base }) => taskKind.save(task.id, { ...toSaveTaskInput(base, values), version: base.version }),
    storedNow: storedTaskIn,
    mergeFields: loadTaskMergeFields,
    onSaved: async (saved) => {
      snackbar.info('Task settings updated')
      await setOwnerCache(client, taskKind, saved)
    },
    onConflict: (stored) => void setOwnerCache(client, taskKind, stored),
    onFailed: (error) => {
      // The page shows that a task was deleted.
      if (!isStatus(error, 404)) snackbar.error(messageOf(error))
    },
  })
  return conflict === null ? null : (
    <ConflictDialog
      key={conflict.stored.version}
      thing="task"
      differences={conflict.differences}
      isSaving={isSaving}
      onSave={resolve}
      onKeepEditing={postpone}
    />
  )
})
