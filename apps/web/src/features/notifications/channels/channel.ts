import type { AccountView } from '@knockwire/domain/accounts/account'
import type { ChannelType } from '@knockwire/domain/channels/channel-types'
import type { FieldErrors } from '@knockwire/domain/errors'
import type { PreviewView } from '@knockwire/domain/notifications/preview'
import type { TemplateVariable } from '@knockwire/domain/templates/variables'
import type { Icon } from '@tabler/icons-react'
import { type ComponentType, createElement, type ReactNode } from 'react'
import type { MergeField } from '../../../lib/editing/merge.ts'
import type { FieldGroup } from '../../../lib/forms/field-group.ts'
import type { NotificationOwner } from '../owner.ts'
import type { HeartbeatForm } from '../rule/heartbeat-form.ts'
import type { RuleForm } from '../rule/rule-form.ts'
import { lazyPart } from '../../../lib/navigation/lazy-part.ts'

/** A channel's setting as it is being edited. Its fields have the names of their errors. */
export interface ChannelForm {
  type: ChannelType
}

/** A notification as it is being edited. */
export interface NotificationForm {
  /** Null for one of a receiver that is sent for each request, or tells of its heartbeat. */
  rule: RuleForm | null
  /** Of one that tells of its receiver's heartbeat. */
  heartbeat?: HeartbeatForm | null
  action: ChannelForm
}

/** A dialog that is open. */
export interface OpenDialog {
  /** Null: a new notification. */
  notificationId: string | null
  /** The stored notification's version that `initial` shows; absent where that is not known. */
  version?: number
  initial: NotificationForm
  /** The form was filled in before the page was left, for example to set up the channel; these are its errors. */
  restored?: FieldErrors
}

/** For channels that are set up on another site: the dialog is left and restored. */
export interface DialogContext {
  owner: NotificationOwner
  notificationId: string | null
  form: NotificationForm
  /** The owner is still being created. */
  isDraft: boolean
  /** Meanwhile nothing can be saved. */
  onLeaving: (isLeaving: boolean) => void
  onError: (errors: FieldErrors) => void
}

export interface ChannelFieldsProps<Form extends object> {
  fields: FieldGroup<Form>
  variables: readonly TemplateVariable[]
  dialog: DialogContext
}

export interface ChannelPreviewProps<Form> {
  form: Form
  texts: PreviewView['texts']
}

/** What a new notification starts with. */
export interface NewFormContext {
  ownerKind: NotificationOwner['kind']
  /** A verified address of the account; empty where it has none. */
  emailAddress: string
}

/**
 * A channel's part of the dashboard: one folder here and one line in registry.ts. Its labels, limits and default
 * templates come from its definition in the domain.
 */
export interface Channel<Form extends ChannelForm = ChannelForm> {
  icon: Icon
  newForm(context: NewFormContext): Form
  /** `setting` is one of the channel's own, as the API returns it. */
  formOf(setting: never): Form
  /** The setting as it is sent. */
  toSetting(form: Form): unknown
  /** The fields as a conflict between two saves shows them. */
  mergeFields: readonly MergeField<Form>[]
  /** Loaded when its dialog opens. */
  Fields(this: void, props: ChannelFieldsProps<Form>): ReactNode
  /** The message, roughly as it looks where it arrives. */
  Preview(this: void, props: ChannelPreviewProps<Form>): ReactNode
  /** Beside the channel's notifications, where something stands in its way. */
  Note?(this: void): ReactNode
  /** Whether a notification can be added at all; where it is left out, always. */
  canAdd?(this: void, account: AccountView | undefined): boolean
  /** The dialog that was left for another site, where the URL brings it back. */
  restore?: {
    /** It is removed from the URL once the dialog is restored. */
    searchParam: string
    dialogOf: (search: URLSearchParams, owner: NotificationOwner) => Promise<OpenDialog | null>
  }
}

export const defineChannel = <Form extends ChannelForm>(channel: Channel<Form>): Channel<Form> => channel

/** A channel's fields, whose code is loaded when its dialog first opens. */
export function lazyFields<Form extends object>(load: () => Promise<ComponentType<ChannelFieldsProps<Form>>>) {
  const Fields = lazyPart(load)
  return (props: ChannelFieldsProps<Form>) => createElement(Fields, props)
}
