import { lazyPart } from '../../../lib/navigation/lazy-part.ts'

const load = () => import('./section-editors.ts')

export const TaskEditor = lazyPart(async () => (await load()).TaskEditor, 'nothing')
export const RequestFields = lazyPart(async () => (await load()).RequestFields)
export const ScheduleEditor = lazyPart(async () => (await load()).ScheduleEditor)

/** Loads what edits a task. Once it has, a section changes to its editor as Edit is pressed. */
export const loadEditors = () => Promise.all([TaskEditor.preload(), RequestFields.preload(), ScheduleEditor.preload()])
