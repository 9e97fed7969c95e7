import { editorName, notificationName, typedBefore } from '../../../lib/editing/typed-text.ts'
import { paths } from '../../../lib/navigation/paths.ts'

/** Where a task is shown that was just created: where its first run appears, or in its settings where more of them is typed. */
export const createdPath = (taskId: string): string =>
  [editorName('task', taskId), notificationName(taskId)].every((name) => typedBefore(name) === undefined)
    ? paths.history({ kind: 'task', id: taskId })
    : paths.task(taskId)
