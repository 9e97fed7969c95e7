// What is loaded once a receiver's settings are edited.
export { ReceiverFields } from './receiver-fields.tsx'
export { editedReceiver } from './receiver-form.ts'
export { createSectionEditing } from '../../../lib/editing/section-editing.ts'
