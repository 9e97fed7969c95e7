import type { InstanceView } from '../instance/instance.ts'

/**
 * What can happen in an account, as `object.verb` in the past tense, with the sentence's predicate as people read it: "Ada deleted a
 * task". Programs filter by the key, so that it never changes its meaning.
 */
export const auditActions = {
  'account.created': 'created the account',
  'account.deleted': 'deleted the account',
  'account.exported': 'exported the account’s data',
  'account.plan_changed': 'changed the plan',
  'account.renamed': 'renamed the account',
  'account.settings_changed': 'changed the account’s settings',
  'account.switched': 'switched to this account',
  'audit_log.exported': 'exported the audit log',
  'bookmark.created': 'created a bookmark',
  'bookmark.deleted': 'deleted a bookmark',
  'bookmark.updated': 'changed a bookmark',
  'card.added': 'added a card',
  'card.removed': 'removed the card',
  'delivery.resent': 'sent a notification again',
  'email_address.code_requested': 'requested a code to confirm an email address',
  'email_address.confirmed': 'confirmed an email address',
  'email_address.unsubscribed': 'unsubscribed from notifications',
  'invitation.created': 'invited someone',
  'invitation.revoked': 'revoked an invitation',
  'member.joined': 'joined the account',
  'member.left': 'left the account',
  'member.removed': 'removed a member',
  'member.role_changed': 'changed a member’s role',
  'notification.created': 'created a notification',
  'notification.deleted': 'deleted a notification',
  'notification.muted': 'muted a notification',
  'notification.tested': 'sent a test of a notification',
  'notification.unmuted': 'unmuted a notification',
  'notification.updated': 'changed a notification',
  'passkey.added': 'added a passkey',
  'passkey.removed': 'removed a passkey',
  'execution.headers_revealed': 'viewed the masked headers of a response',
  'rate_alert.created': 'created a rate alert',
  'rate_alert.deleted': 'deleted a rate alert',
  'rate_subscription.changed': 'changed the daily email of mortgage rates',
  'rate_subscription.ended': 'unsubscribed from the daily email of mortgage rates',
  'rate_subscription.started': 'subscribed to the daily email of mortgage rates',
  'receiver.activated': 'activated a receiver',
  'receiver.created': 'created a receiver',
  'receiver.deactivated': 'deactivated a receiver',
  'receiver.deleted': 'deleted a receiver',
  'receiver.draft_created': 'started a receiver',
  'receiver.draft_deleted': 'discarded the draft of a receiver',
  'receiver.history_exported': 'exported the requests of a receiver',
  'receiver.replayed': 'replayed a request',
  'receiver.requests_deleted': 'deleted received requests',
  'receiver.updated': 'changed a receiver',
  'request.headers_revealed': 'viewed the masked headers of a received request',
  'session.ended': 'ended a session',
  'session.others_ended': 'ended all other sessions',
  'signing_secret.revealed': 'viewed the signing secret',
  'signing_secret.rotated': 'replaced the signing secret',
  'slack_channel.connected': 'connected a Slack channel',
  'task.activated': 'activated a task',
  'task.created': 'created a task',
  'task.deactivated': 'deactivated a task',
  'task.deleted': 'deleted a task',
  'task.history_exported': 'exported the history of a task',
  'task.draft_created': 'started a task',
  'task.draft_deleted': 'discarded the draft of a task',
  'task.tested': 'tested a task',
  'task.updated': 'changed a task',
  'token.created': 'created an API token',
  'token.revoked': 'revoked an API token',
  'user.confirmation_failed': 'failed to confirm their identity',
  'user.confirmed': 'confirmed their identity',
  'user.email_changed': 'changed their email address',
  'user.password_changed': 'changed their password',
  'user.provider_linked': 'linked their single sign-on',
  'user.password_reset': 'reset their password',
  'user.password_reset_failed': 'tried to reset the password with a wrong code',
  'user.password_reset_requested': 'requested a code to reset the password',
  'user.preferences_changed': 'changed their preferences',
  'user.profile_changed': 'changed their name',
  'user.sign_in_failed': 'failed to sign in',
  'user.signed_in': 'signed in',
  'user.signed_out': 'signed out',
  'user.signed_up': 'signed up',
} as const

export type AuditAction = keyof typeof auditActions

export const auditActionKeys = Object.keys(auditActions) as [AuditAction, ...AuditAction[]]

const ofPlans: ReadonlySet<AuditAction> = new Set(['account.plan_changed', 'card.added', 'card.removed'])

/** Those that can happen on an instance: without plans nobody pays, and without mortgage rates nobody subscribes to them. */
export const auditActionsOn = ({ limits, hasRates }: Pick<InstanceView, 'limits' | 'hasRates'>): AuditAction[] =>
  auditActionKeys.filter(
    (action) => (limits === null || !ofPlans.has(action)) && (hasRates || !action.startsWith('rate_')),
  )
