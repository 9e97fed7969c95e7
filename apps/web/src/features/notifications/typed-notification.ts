import { notificationName, typedBefore } from '../../lib/editing/typed-text.ts'
import type { OpenDialog } from './channels/channel.ts'
import { channels } from './channels/registry.ts'
import type { NotificationOwner } from './owner.ts'

/** What the dialog is opened with where it was open when the page was reloaded. */
export type TypedNotification = Pick<OpenDialog, 'notificationId' | 'version' | 'initial'>

/** The dialog as it was left, which counts as edited; null where none was. */
export function typedDialog(owner: NotificationOwner): OpenDialog | null {
  const typed = typedBefore(notificationName(owner.id)) as TypedNotification | undefined
  return typed !== undefined && typed.initial.action.type in channels ? { ...typed, restored: {} } : null
}
