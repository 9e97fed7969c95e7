import type { TaskView } from '@knockwire/domain/tasks/task'
import { DeletedOwner } from '../../../components/owners/deleted-owner.tsx'
import type { Editor } from '../../../lib/editing/use-editor.ts'
import type { TaskForm } from '../settings/task-form.ts'
import { taskKind } from '../task-queries.ts'

export const DeletedElsewhere = ({ editor }: { editor: Editor<TaskForm, TaskView> }) => (
  <DeletedOwner
    owner={taskKind}
    title="This task was deleted elsewhere"
    action="Create as a new task"
    saveAs={editor.saveAs}
  >
    Its history and notifications were deleted too. Your changes are still here. You can create a new task from them;
    enter a saved password again.
  </DeletedOwner>
)
