import type { TypedTask } from '@knockwire/domain/notifications/preview'
import type { RequestSettingsForm, TaskForm } from './task-form.ts'

// What a page knows of the sections that it shows, before their forms are loaded.

export const taskSections: readonly (keyof TaskForm)[] = ['request', 'schedule']

/** For previews and tests of notifications: what is typed, saved or not. */
export const typedTaskOf = ({ name, requestUrl }: RequestSettingsForm): TypedTask => ({
  name: name.trim() || null,
  uri: requestUrl.trim(),
})
