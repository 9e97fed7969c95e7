// What is loaded once a section of a task is edited.
export { toRequestTarget } from '../../../components/request-editor/request-form.ts'
export { ScheduleEditor } from '../schedule/schedule-editor.tsx'
export { RequestFields } from './request-fields.tsx'
export { TaskEditor } from './task-editor.tsx'
