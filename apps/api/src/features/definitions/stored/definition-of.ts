import type { StoredRequest } from '@knockwire/db/stored-json'
import type { ReceiverDefinitionView, TaskDefinitionView } from '@knockwire/domain/definitions/definition-views'
import type { KeptSecret } from '@knockwire/domain/definitions/definition'
import type { DefinedState } from '@knockwire/domain/definitions/key'
import { isReferenceAlone } from '@knockwire/domain/definitions/secret-references'
import { isSecretHeader } from '@knockwire/domain/headers/secret-headers'
import { type SettingKey, settingKeys } from '@knockwire/domain/channels/channel-types'
import type { NotificationView } from '@knockwire/domain/notifications/notification'
import type { RequestTargetView } from '@knockwire/domain/requests/request-target'
import type { Secrets } from '@knockwire/services/secrets/secrets'
import { decryptRequest } from '@knockwire/services/requests/stored-request'
import { presentReceiver } from '../../../access/owned/owned-receiver.ts'
import { schedulerOf, type TaskRow } from '../../../access/owned/owned-task.ts'
import type { Settings } from '../../../settings.ts'
import type { NotificationRow } from '../../notifications/owner.ts'
import { receiverOwner } from '../../notifications/receiver/receiver-owner.ts'
import { taskOwner } from '../../notifications/task/task-owner.ts'
import { presentTask } from '../../../access/owned/present-task.ts'
import type { StoredChart, StoredReceiver, StoredTask } from './load-stored.ts'

const kept: KeptSecret = { secret: true }

/** A reference is no secret, and a definition without it could not be used elsewhere. */
const shownSecret = (value: string): string | KeptSecret => (isReferenceAlone(value) ? value : kept)

export const shownHeaders = (headers: readonly (readonly [string, string])[], secrets: Secrets | null) =>
  headers.map(([name, value]): [string, string | KeptSecret] => [
    name,
    !isSecretHeader(name) ? value : secrets === null ? kept : shownSecret(value),
  ])

const passwordOf = (stored: StoredRequest, secrets: Secrets | null): string | KeptSecret | undefined => {
  if (stored.basicAuth.password === null) return undefined
  if (secrets === null) return kept
  return shownSecret(decryptRequest(secrets, { ...stored, headers: [] }).basicAuth.password ?? '')
}

/** @param view - the same request as its owner sees it */
const requestOf = (view: RequestTargetView, stored: StoredRequest, secrets: Secrets | null) => {
  const { status, username } = view.basicAuth
  const password = passwordOf(stored, secrets)
  return {
    target: {
      ...view,
      headers: shownHeaders(view.headers, secrets),
      basicAuth: { status, username, ...(password !== undefined && { password }) },
    },
  }
}

/** An active one whose time has been is no paused one: nobody paused it. */
export const stateOfSchedule = ({ status, disabledReason }: TaskRow['schedule']): DefinedState =>
  status === 'ACTIVE' || disabledReason === 'DONE' ? 'ACTIVE' : 'PAUSED'

const referenceTo = ({ id, key }: { id: string; key: string | null }) => (key === null ? { key, id } : { key })

/** The setting as a call gives it: what only views have is left out. */
const settingOf = (view: Partial<Record<SettingKey, unknown>>, row: NotificationRow, secrets: Secrets | null) => {
  const { setting } = row.notification
  const shown: SettingViews = Object.fromEntries(settingKeys.map((name) => [name, view[name]]))
  const { slackSetting, request, ...others } = shown
  return {
    ...Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined)),
    ...(slackSetting && {
      slackSetting: { channelId: slackSetting.channelId, messageTemplate: slackSetting.messageTemplate },
    }),
    ...(request && setting.type === 'HTTP' && { request: requestOf(request.target, setting.request, secrets) }),
  }
}

type SettingViews = Partial<Pick<NotificationView, SettingKey>>

export const taskNotificationDefinition = (secrets: Secrets | null, row: NotificationRow) => {
  const view = taskOwner.view(secrets, row)
  const { type, condition, firing } = view
  return { ...referenceTo(row.notification), type, condition, firing, ...settingOf(view, row, secrets) }
}

export const receiverNotificationDefinition = (secrets: Secrets | null, row: NotificationRow) => {
  const view = receiverOwner.view(secrets, row)
  const { type, when } = view
  return { ...referenceTo(row.notification), type, when, ...settingOf(view, row, secrets) }
}

export const chartDefinition = (chart: StoredChart) => {
  const { name, source, property } = chart
  return { ...referenceTo(chart), name, source, property }
}

/** `secrets` null: for a caller who sees none. */
export const taskDefinitionOf = (secrets: Secrets | null, stored: StoredTask): TaskDefinitionView => {
  const { status: _, lastOpenedAt: _opened, notificationCount: _count, ...view } = presentTask(secrets, stored)
  return {
    ...view,
    // What a draft becomes.
    state: stored.task.isDraft ? 'ACTIVE' : stateOfSchedule(stored.schedule),
    scheduler: schedulerOf(stored.schedule),
    request: requestOf(view.request.target, stored.task.request, secrets),
    notifications: stored.notifications.map((row) => taskNotificationDefinition(secrets, row)),
    charts: stored.charts.map(chartDefinition),
  }
}

export const receiverDefinitionOf = (
  { secrets, settings }: { secrets: Secrets | null; settings: Settings },
  { receiver, notifications }: StoredReceiver,
): ReceiverDefinitionView => {
  const { status, isDraft, heartbeat: _heartbeat, ...view } = presentReceiver(settings, receiver)
  return {
    ...view,
    state: status === 'ACTIVE' || isDraft ? 'ACTIVE' : 'PAUSED',
    notifications: notifications.map((row) => receiverNotificationDefinition(secrets, row)),
  }
}
