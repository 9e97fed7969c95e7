// What is loaded once a receiver's settings are edited.
export { ReceiverEditor } from './receiver-editor.tsx'
export { ReceiverFields } from './receiver-fields.tsx'
