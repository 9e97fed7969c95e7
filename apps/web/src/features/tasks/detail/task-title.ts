import type { TaskView } from '@knockwire/domain/tasks/task'

/** How a task is called where it has no name. */
export const taskTitle = ({ name, request }: Pick<TaskView, 'name' | 'request'>): string => name ?? request.target.uri
