import type { TaskView } from '@knockwire/domain/tasks/task'
import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { paths } from '../../../lib/navigation/paths.ts'
import { usePageNavigate } from '../../../lib/navigation/use-page-navigate.ts'
import { useLeaveGuard } from '../../../components/ui/dialogs/leave-guard.tsx'
import { Notice } from '../../../components/ui/feedback/notice.tsx'
import type { Editor } from '../../../lib/editing/use-editor.ts'
import { type TaskForm, toSaveTaskInput } from '../settings/task-form.ts'
import { isStatus, messageOf } from '../../../lib/api/api-error.ts'
import { taskKind } from '../task-queries.ts'

/** Over a task that was deleted in another window while it was edited in this one: what was typed can become a new task. */
export function DeletedElsewhere({ editor }: { editor: Editor<TaskForm, TaskView> }) {
  const navigate = usePageNavigate()
  const guard = useLeaveGuard()
  /** The draft of the first attempt: trying again goes on with it. */
  const draftId = useRef<string>(undefined)
  const create = useMutation({
    mutationFn: async () => {
      draftId.current ??= (await taskKind.createDraft()).id
      const id = draftId.current
      // A version of the deleted task says nothing of the new one.
      const { version: _, ...typed } = toSaveTaskInput(editor.base, editor.values)
      await taskKind.save(id, typed)
      return id
    },
    onError: (error) => {
      // Deleted meanwhile: the next attempt makes another one.
      if (isStatus(error, 404)) draftId.current = undefined
    },
    onSuccess: async (id) => {
      guard.disable()
      await navigate(paths.draft(id), { replace: true })
    },
  })
  return (
    <Notice tone="bad" title="This task was deleted elsewhere">
      Its history and notifications were deleted too. Your changes are still here. You can create a new task from them;
      enter a saved password again.
      {create.error && <p role="alert">{messageOf(create.error)}</p>}
      <Group mt="xs">
        <Button variant="default" loading={create.isPending} onClick={() => create.mutate()}>
          Create as a new task
        </Button>
      </Group>
    </Notice>
  )
}
