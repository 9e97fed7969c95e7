import { isDeepStrictEqual } from 'node:util'
import type { receivers } from '@knockwire/db/schema/receivers'
import { uuidv7 } from '@knockwire/db/uuidv7'
import type { FieldChange } from '@knockwire/domain/audit/changes'
import { encodingProblem } from '@knockwire/domain/charsets/encode-text'
import type { PutReceiverInput } from '@knockwire/domain/definitions/definition'
import type { DefinedState } from '@knockwire/domain/definitions/key'
import { AppError, type FieldErrors } from '@knockwire/domain/errors'
import { checkExpectation } from '@knockwire/domain/heartbeats/check-expectation'
import { type Expectation, expectationOf, normalizeExpectation } from '@knockwire/domain/heartbeats/expectation'
import { receiverFieldKeyOf } from '@knockwire/domain/receivers/field-keys'
import { defaultResponse, type ReceiverStatus, type SaveReceiverInput } from '@knockwire/domain/receivers/receiver'
import { changedFields, nextVersion } from '@knockwire/domain/versions'
import type { Secrets } from '@knockwire/services/secrets/secrets'
import { presentReceiver } from '../../../access/owned/owned-receiver.ts'
import { fieldProblems } from '../../../plugins/rejection-problems.ts'
import type { Settings } from '../../../settings.ts'
import { receiverOwner } from '../../notifications/receiver/receiver-owner.ts'
import { newToken } from '../../receivers/create-receiver.ts'
import { addressKeysOf, checkAddresses } from '../../receivers/heartbeat/save-addresses.ts'
import { fieldsAfter, receiverColumnsOf } from '../../receivers/save-receiver.ts'
import { receiverDefinitionOf, receiverNotificationDefinition } from '../stored/definition-of.ts'
import type { StoredReceiver } from '../stored/load-stored.ts'
import { auditChangesOf, byName, type Comparable, fieldsOf } from './object-plan.ts'
import { type NotificationsPlan, planNotifications } from './plan-notifications.ts'
import { managedAfter } from './plan-task.ts'
import { checkLearned } from '../../receivers/heartbeat/learned-rhythm.ts'
import { checkCombining } from '../../receivers/heartbeat/success-condition.ts'
import type { DefinitionProblem, PlanScope } from './scope.ts'

type ReceiverInsert = typeof receivers.$inferInsert

/** What is to be written for one receiver, and what that changes. */
export interface ReceiverPlan {
  kind: 'receiver'
  id: string
  /** As it will be. */
  after: StoredReceiver
  isNew: boolean
  fields: { path: string; from: unknown; to: unknown }[]
  secretsChanged: string[]
  problems: DefinitionProblem[]
  /** For the audit log. */
  changes: FieldChange[]
  /** Null where its own row stays as it is. */
  row: ReceiverInsert | null
  /** Undefined where it stays as it is. */
  expectation: Expectation | null | undefined
  /** The same. */
  addresses: string[] | undefined
  /** What its state becomes; null where that stays. */
  state: DefinedState | null
  notifications: Pick<NotificationsPlan, 'saved' | 'deleted' | 'forgotten'>
}

interface Shown {
  settings: Settings
  /** Null: as somebody reads it who may see no secret. */
  secrets: Secrets | null
}

const comparableOf = (shown: Shown, stored: StoredReceiver, names: ReadonlyMap<string, string>): Comparable => {
  const {
    id: _,
    version: _version,
    createdAt: _created,
    managedBy: _managed,
    url: _url,
    ...definition
  } = receiverDefinitionOf(shown, stored)
  return {
    ...definition,
    notifications: byName(
      stored.notifications.map((row) => [row.notification.id, receiverNotificationDefinition(shown.secrets, row)]),
      names,
    ),
  }
}

/** A receiver that there is not yet: what is left out of its definition is as here. */
const blankReceiver = ({ context, caller, nowMs }: PlanScope): StoredReceiver => {
  const now = new Date(nowMs)
  const { code, contentType, body } = defaultResponse
  return {
    receiver: {
      id: uuidv7(context.now()),
      accountId: caller.accountId,
      token: newToken(),
      name: '',
      isDraft: false,
      key: null,
      description: null,
      labels: {},
      managedBy: null,
      status: 'DISABLED',
      responseCode: code,
      contentType,
      responseBody: body,
      version: 1,
      fieldVersions: {},
      createdAt: now,
      updatedAt: now,
      heartbeat: null,
      readAt: now,
      addresses: [],
    },
    notifications: [],
  }
}

/** Fields of the other mode say nothing: left out, they stay as they are. */
const expectationAfter = (written: Expectation | null | undefined, stored: Expectation | null) => {
  const sent = written && normalizeExpectation(written)
  if (!sent || !stored) return sent
  return {
    ...sent,
    ...(sent.mode !== 'CRON' && { expression: sent.expression ?? stored.expression }),
    ...(sent.mode !== 'EVERY' && { everySeconds: sent.everySeconds ?? stored.everySeconds }),
  }
}

const checkReceiver = (input: SaveReceiverInput, { templates, nowMs }: PlanScope): FieldErrors => {
  const { responseBody, responseHeaders, expectation } = input
  const problem =
    encodingProblem(responseBody, responseHeaders['content-type']) ?? templates.response.get(responseBody) ?? null
  return {
    ...(problem !== null && { responseBody: problem }),
    ...(expectation ? checkExpectation(expectation, nowMs) : {}),
    ...addressErrors(input.otherAddresses ?? []),
  }
}

const addressErrors = (addresses: readonly string[]): FieldErrors => {
  try {
    addressKeysOf(addresses)
    return {}
  } catch (error) {
    if (error instanceof AppError && error.errors) return error.errors
    throw error
  }
}

interface Planned {
  /** Null for a new receiver. */
  stored: StoredReceiver | null
  definition: PutReceiverInput & { key: string | null }
}

export const planReceiver = async (scope: PlanScope, { stored, definition }: Planned): Promise<ReceiverPlan> => {
  const { context, nowMs } = scope
  const { secrets, settings } = context
  const before = stored ?? blankReceiver(scope)
  const { receiver } = before
  const { key, description, labels, state: requested, notifications, ...sent } = definition
  const storedExpectation = receiver.heartbeat && expectationOf(receiver.heartbeat.expectation)
  const expectation = expectationAfter(sent.expectation, storedExpectation)
  const input: SaveReceiverInput = { ...sent, ...(expectation !== undefined && { expectation }) }
  const combining = input.expectation ? await checkCombining(scope.tx, scope.caller, input.expectation) : {}
  const learned = input.expectation
    ? await checkLearned(scope.tx, {
        receiverId: stored === null ? null : receiver.id,
        expectation: input.expectation,
        stored: storedExpectation,
        nowMs,
      })
    : {}
  const errors = { ...checkReceiver(input, scope), ...combining, ...learned }
  const isSound = Object.keys(errors).length === 0
  const state = requested ?? (stored === null || receiver.status === 'ACTIVE' ? 'ACTIVE' : 'PAUSED')
  const status: ReceiverStatus = state === 'ACTIVE' ? 'ACTIVE' : 'DISABLED'
  const isStateChanged = stored === null || receiver.status !== status
  const planned = notifications
    ? await planNotifications(scope, receiverOwner, {
        ownerId: receiver.id,
        definitions: notifications,
        stored: before.notifications,
        definitionOf: (row) => receiverNotificationDefinition(secrets, row),
        inputOf: (one, receiverId) => ({ when: { kind: 'EACH_REQUEST' }, ...one, receiverId }),
      })
    : null
  const view = presentReceiver(settings, receiver)
  const described = { key, description, labels }
  const changed = isSound ? changedFields(view, { ...view, ...fieldsAfter(input), ...described }) : []
  const versions = stored === null ? { version: 1, fieldVersions: {} } : versionsAfter(before, changed, isStateChanged)
  const managedBy = managedAfter(scope, receiver)
  const isManagedAnew = !isDeepStrictEqual(managedBy, receiver.managedBy)
  const { heartbeat, readAt: _, addresses: storedAddresses, ...columns } = receiver
  const row =
    changed.length > 0 || isStateChanged || isManagedAnew
      ? {
          ...columns,
          ...receiverColumnsOf(input),
          ...described,
          status,
          managedBy,
          ...versions,
          ...((changed.length > 0 || isStateChanged) && { updatedAt: new Date(nowMs) }),
        }
      : null
  const isExpectationChanged = expectation !== undefined && !isDeepStrictEqual(expectation, storedExpectation)
  const addresses = isSound && sent.otherAddresses ? addressKeysOf(sent.otherAddresses) : storedAddresses
  const isMoved = !isDeepStrictEqual(addresses, storedAddresses)
  const takenErrors = isMoved ? await checkAddresses(scope.tx, receiver.id, addresses) : {}
  const after: StoredReceiver = {
    receiver: {
      ...receiver,
      ...row,
      status,
      addresses,
      heartbeat: isExpectationChanged ? heartbeatAfter(before, expectation) : heartbeat,
    },
    notifications: planned?.after ?? before.notifications,
  }
  const names = planned?.names ?? new Map()
  const shown = { settings, secrets }
  const views = { before: stored && comparableOf(shown, before, names), after: comparableOf(shown, after, names) }
  const masked = { settings, secrets: null }
  const fields = fieldsOf(views.before, views.after)
  const secretsChanged = planned?.secretsChanged ?? []
  return {
    kind: 'receiver',
    id: receiver.id,
    after,
    isNew: stored === null,
    fields,
    secretsChanged,
    problems: [
      ...fieldProblems({ ...errors, ...takenErrors }, definition, receiverFieldKeyOf).map(
        ({ path, code, message }) => ({
          path: path ?? '',
          code,
          message,
        }),
      ),
      ...(planned?.problems ?? []),
    ],
    changes:
      fields.length + secretsChanged.length === 0
        ? []
        : auditChangesOf({
            ...views,
            shown: { before: stored && comparableOf(masked, before, names), after: comparableOf(masked, after, names) },
            secretsChanged,
          }),
    row,
    expectation: isExpectationChanged ? expectation : undefined,
    addresses: isMoved ? addresses : undefined,
    state: stored !== null && isStateChanged ? state : null,
    notifications: planned ?? { saved: [], deleted: [], forgotten: [] },
  }
}

/** A change of the state alone is counted, and is of no field. */
const versionsAfter = ({ receiver }: StoredReceiver, changed: readonly string[], isStateChanged: boolean) => {
  const versions = nextVersion(receiver, { changed, sent: undefined, current: () => receiver })
  return isStateChanged && changed.length === 0 ? { ...versions, version: receiver.version + 1 } : versions
}

/** For the definition alone, which shows when calls are expected and not how they have come. */
const heartbeatAfter = ({ receiver }: StoredReceiver, expectation: Expectation | null) =>
  expectation === null ? null : { ...(receiver.heartbeat ?? blankHeartbeat(receiver)), expectation }

const blankHeartbeat = ({ id, accountId, createdAt }: StoredReceiver['receiver']) => ({
  receiverId: id,
  accountId,
  state: 'NEW' as const,
  since: createdAt,
  lastSignalAt: null,
  expectedAt: null,
  expectedBy: null,
  movedAt: null,
  usual: null,
  judgedUntil: null,
  checkAt: null,
  isSettled: false,
  runs: [],
  failures: 0,
  changeId: null,
  badgeToken: '',
})
