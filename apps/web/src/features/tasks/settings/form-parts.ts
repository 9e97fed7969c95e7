// What is loaded once a task is edited.
export { toRequestTarget } from '../../../components/request-editor/request-form.ts'
export { ScheduleEditor } from '../schedule/schedule-editor.tsx'
export { RequestFields } from './request-fields.tsx'
export { editedTask } from './task-form.ts'
export { createSectionEditing } from '../../../lib/editing/section-editing.ts'
