// What is loaded once a section of a task is edited.
export { ConflictDialog } from '../../../components/ui/conflict-dialog.tsx'
export { ScheduleEditor } from '../schedule/schedule-editor.tsx'
export { RequestFields } from './request-fields.tsx'
