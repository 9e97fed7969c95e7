import { lazyPart } from '../../../lib/navigation/lazy-part.ts'

const load = () => import('./section-editor.ts')

export const ReceiverEditor = lazyPart(async () => (await load()).ReceiverEditor, 'nothing')
export const ReceiverFields = lazyPart(async () => (await load()).ReceiverFields)

/** Loads what edits a receiver. Once it has, its settings change to their editor as Edit is pressed. */
export const loadEditor = () => Promise.all([ReceiverEditor.preload(), ReceiverFields.preload()])
