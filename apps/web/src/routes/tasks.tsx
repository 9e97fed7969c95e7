export { TaskList as Component } from '../features/tasks/list/task-list.tsx'
