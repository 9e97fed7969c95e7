import { isDeepStrictEqual } from 'node:util'
import { notificationFieldKeyOf } from '@knockwire/domain/notifications/field-keys'
import type { notifications } from '@knockwire/db/schema/notifications'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { compareDefinitions, pointer } from '@knockwire/domain/definitions/compare'
import type { DefinedRequest } from '@knockwire/domain/definitions/definition'
import { AppError } from '@knockwire/domain/errors'
import { changedFields, nextVersion } from '@knockwire/domain/versions'
import { readSetting } from '@knockwire/services/channels/settings'
import { decryptRequest } from '@knockwire/services/requests/stored-request'
import { fieldProblems } from '../../../plugins/rejection-problems.ts'
import type { NotificationOwner, NotificationRow, OwnerShapes, StoredNotification } from '../../notifications/owner.ts'
import { templateErrors } from './check-templates.ts'
import type { DefinitionProblem, PlanScope } from './scope.ts'
import { namedChannel } from './slack-channel.ts'
import { resolveKept, secretChanges, unusableSecrets } from './secret-values.ts'
import { matchItems } from './match-items.ts'

/** What a definition says of a notification, whatever it belongs to. */
export interface NotificationDefinition {
  key: string | null
  id?: string | undefined
  type: StoredNotification['type']
  request?: DefinedRequest | undefined
  slackSetting?: Parameters<typeof namedChannel>[1] | undefined
}

export interface NotificationsPlan {
  /** As they will be, in the order of the definition. */
  after: NotificationRow[]
  /** Rows of those that are new or have changed. */
  saved: (typeof notifications.$inferInsert)[]
  /** Ids of those that go. */
  deleted: string[]
  /** Ids of those whose rule has changed: they begin as new ones do. */
  forgotten: string[]
  /** Names of those in changes, by their ids. */
  names: Map<string, string>
  /** Paths of secret values that change, below the definition of the owner. */
  secretsChanged: string[]
  problems: DefinitionProblem[]
}

interface Owned<Definition> {
  ownerId: string
  definitions: readonly Definition[]
  stored: readonly NotificationRow[]
  /** As a definition shows it: two that look alike are the same one. */
  definitionOf: (row: NotificationRow) => object
  /** The call that would save it. */
  inputOf: (definition: Omit<Definition, 'key' | 'id' | 'request'>, ownerId: string) => object
}

export const planNotifications = async <Shapes extends OwnerShapes, Definition extends NotificationDefinition>(
  scope: PlanScope,
  owner: NotificationOwner<Shapes>,
  owned: Owned<Definition>,
): Promise<NotificationsPlan> => {
  const { definitions, stored } = owned
  const plan: NotificationsPlan = {
    after: [],
    saved: [],
    deleted: [],
    forgotten: [],
    names: new Map(),
    secretsChanged: [],
    problems: [],
  }
  if (definitions.length > owner.limit) {
    const message = `A ${owner.name} has at most ${owner.limit} notifications.`
    return { ...plan, problems: [{ path: '/notifications', code: 'too_many', message }] }
  }
  const rows = stored.map(({ notification: { id, key, type } }, index) => ({ id, key, type, row: stored[index] }))
  const { matches, problems, unmatched } = matchItems(definitions, rows, {
    path: '/notifications',
    isAlike: (definition, { type }) => definition.type === type,
  })
  plan.problems.push(...problems)
  for (const [index, definition] of definitions.entries()) {
    const before = matches[index]?.row ?? null
    const planned = await planOne(scope, owner, owned, { definition, before, index })
    const name = definition.key ?? before?.notification.id ?? `new-${index}`
    plan.names.set(planned.after.notification.id, name)
    plan.after.push(planned.after)
    plan.problems.push(...planned.problems)
    plan.secretsChanged.push(...planned.secretsChanged.map((path) => pointer('notifications', name) + path))
    if (planned.isChanged) plan.saved.push(planned.after.notification)
    if (planned.isForgotten) plan.forgotten.push(planned.after.notification.id)
  }
  plan.deleted.push(...unmatched.map(({ id }) => id))
  return plan
}

interface One<Definition> {
  definition: Definition
  before: NotificationRow | null
  index: number
}

interface PlannedOne {
  after: NotificationRow
  isChanged: boolean
  isForgotten: boolean
  secretsChanged: string[]
  problems: DefinitionProblem[]
}

const requestOf = ({ context: { secrets } }: PlanScope, row: NotificationRow | null) =>
  row?.notification.setting.type === 'HTTP' ? decryptRequest(secrets, row.notification.setting.request) : null

const planOne = async <Shapes extends OwnerShapes, Definition extends NotificationDefinition>(
  scope: PlanScope,
  owner: NotificationOwner<Shapes>,
  { ownerId, inputOf, definitionOf }: Owned<Definition>,
  { definition, before, index }: One<Definition>,
): Promise<PlannedOne> => {
  const { context, tx, caller, nowMs, templates, recipients } = scope
  const { key, id: _id, request, ...rest } = definition
  const storedRequest = requestOf(scope, before)
  const resolved = request && resolveKept(request, storedRequest)
  const named = rest.slackSetting && (await namedChannel(scope, rest.slackSetting))
  const given = {
    ...inputOf(rest, ownerId),
    ...(resolved && { request: { target: resolved.target } }),
    ...(named && { slackSetting: named.slackSetting }),
  }
  const input = owner.complete(given as Shapes['save'], before?.notification ?? null)
  const own = (problems: DefinitionProblem[]) =>
    problems.map((problem) => ({ ...problem, path: pointer('notifications', String(index)) + problem.path }))
  const readScope = {
    ...context,
    tx,
    accountId: caller.accountId,
    stored: before?.notification.setting ?? null,
    recipients,
  }
  const { setting, errors, wrong } = await settingOf(readScope, input)
  const { rule, errors: ruleErrors } = await owner.readRule(tx, caller, input, before?.notification ?? null)
  const found = { ...templateErrors(templates, owner.name, input), ...errors, ...ruleErrors }
  // Which channel is meant was said already.
  if (named && named.problems.length > 0) delete found['slackChannel']
  const problems = own([
    ...wrong,
    ...(resolved?.problems ?? []),
    ...(named?.problems ?? []),
    ...fieldProblems(found, definition, notificationFieldKeyOf).map(({ path, code, message }) => ({
      path: path ?? '',
      code,
      message,
    })),
  ])
  const now = new Date(nowMs)
  const blank = {
    id: uuidv7(context.now()),
    accountId: caller.accountId,
    taskId: null,
    receiverId: null,
    [owner.key]: ownerId,
    condition: null,
    firing: null,
    heartbeat: null,
    mutedUntil: null,
    version: 1,
    fieldVersions: {},
    createdAt: now,
    updatedAt: now,
  }
  if (setting === null) {
    const after = before ?? unread(blank, definition)
    return { after, isChanged: false, isForgotten: false, secretsChanged: [], problems }
  }
  const next: NotificationRow = {
    isMuted: before?.isMuted ?? false,
    channel: before?.channel ?? null,
    notification: { ...(before?.notification ?? blank), key, type: definition.type, ...rule, setting },
  }
  const afterRequest = requestOf(scope, next)
  if (afterRequest) problems.push(...own(unusableSecrets(afterRequest, scope)))
  if (before === null) return { after: next, isChanged: true, isForgotten: false, secretsChanged: [], problems }
  const [was, is] = [definitionOf(before), definitionOf(next)]
  const secretsChanged = afterRequest
    ? secretChanges(storedRequest, afterRequest, { path: '', secrets: context.secrets })
    : []
  const changed = [...changedFields(was, is), ...secretsChanged]
  if (compareDefinitions(was, is).length === 0 && secretsChanged.length === 0)
    return { after: before, isChanged: false, isForgotten: false, secretsChanged, problems }
  const versions = nextVersion(before.notification, { changed, sent: undefined, current: () => before })
  const isForgotten =
    !isDeepStrictEqual(before.notification.condition, rule.condition ?? null) ||
    (before.notification.heartbeat === null) !== ((rule.heartbeat ?? null) === null)
  const after = { ...next, notification: { ...next.notification, ...versions, updatedAt: now } }
  return { after, isChanged: true, isForgotten, secretsChanged, problems }
}

type ReadScope = Parameters<typeof readSetting>[0]
type Setting = Awaited<ReturnType<typeof readSetting>>
type Read = { setting: Setting['setting'] | null; errors: Setting['errors']; wrong: DefinitionProblem[] }

/** A setting of another type, or several, is a fault of the definition alone. */
const settingOf = async (scope: ReadScope, input: Parameters<typeof readSetting>[1]): Promise<Read> => {
  try {
    return { ...(await readSetting(scope, input)), wrong: [] }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { setting: null, errors: {}, wrong: [{ path: '', code: 'invalid_value', message: error.message }] }
  }
}

/** Stands for one whose setting cannot be read: nothing of it is written. */
const unread = (
  blank: Omit<StoredNotification, 'key' | 'type' | 'setting'>,
  { key, type }: NotificationDefinition,
): NotificationRow => ({
  isMuted: false,
  channel: null,
  notification: {
    ...blank,
    key,
    type,
    setting: { type: 'SMS', sms: { countryCode: '+1', phoneNumber: '', template: '' } },
  },
})
