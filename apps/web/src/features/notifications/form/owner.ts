import { receiverVariables, taskVariables, type TemplateVariable } from '@knockwire/domain/templates/variables'

/** What a notification tells of. */
export interface NotificationOwner {
  kind: 'task' | 'receiver'
  id: string
}

export const variablesOf = ({ kind }: NotificationOwner): readonly TemplateVariable[] =>
  kind === 'task' ? taskVariables : receiverVariables
