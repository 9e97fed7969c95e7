import type { TypedReceiver } from '@knockwire/domain/notifications/preview'
import { receiverVariables, taskVariables, type TemplateVariable } from '@knockwire/domain/templates/variables'

/** What a notification tells of. */
export interface NotificationOwner {
  kind: 'task' | 'receiver'
  id: string
  /** A receiver as its page's form shows it, for the preview. */
  typed?: TypedReceiver | undefined
}

export const variablesOf = ({ kind }: NotificationOwner): readonly TemplateVariable[] =>
  kind === 'task' ? taskVariables : receiverVariables
