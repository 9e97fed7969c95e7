import type { DatabaseOrTransaction, Transaction } from '@knockwire/db/client'
import { retryOnDeadlock } from '@knockwire/db/failures/retry-on-deadlock'
import { notifications, slackChannels } from '@knockwire/db/schema/notifications'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { AppError, type FieldErrors, notFound, throwIfInvalid } from '@knockwire/domain/errors'
import type { SettingInputs } from '@knockwire/domain/channels/settings'
import { changedFields, nextVersion, requireVersion } from '@knockwire/domain/versions'
import { readSetting } from '@knockwire/services/channels/settings'
import { and, asc, count, eq, getTableColumns, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { ApiContext, Caller } from '../../context.ts'
import { noteHandEdit, pointersOf } from '../../access/owned/hand-edits.ts'
import { shownSecrets } from '../../access/owned/shown-secrets.ts'
import { throwIfAddressUnconfirmed } from '../../access/owned/confirmed-account.ts'
import { parsePatched } from '../../plugins/request/merge-patch.ts'
import { withoutReadOnly } from '../../plugins/request/read-only-fields.ts'
import { type ListQuery, type NotificationOwner, type NotificationRow, type OwnerShapes } from './owner.ts'
import { validateTemplates } from './validate-templates.ts'
import { auditNotification } from './audit-notification.ts'
import { changesAt } from '@knockwire/domain/audit/changes'
import { maskRequests } from '@knockwire/domain/audit/mask-requests'

/** The owner is locked while its notifications are counted, so that creations at once cannot pass the limit together. */
export const createNotification = async <Shapes extends OwnerShapes>(
  context: ApiContext,
  caller: Caller,
  owner: NotificationOwner<Shapes>,
  input: Shapes['save'],
): Promise<Shapes['view']> => {
  const templateErrors = await validateTemplates(context, caller, input, owner.variables)
  const work = async (tx: Transaction) => {
    const ownerId = owner.idOf(input)
    await owner.lock(tx, caller, ownerId)
    await throwIfAddressUnconfirmed(context, tx, caller.accountId, 'be notified')
    const { setting, errors } = await readSetting({ ...context, ...caller, tx, stored: null }, input)
    const { rule, errors: ruleErrors } = await owner.readRule(tx, caller, input, null)
    throwIfInvalid({ ...templateErrors, ...errors, ...ruleErrors, ...(await validateCount(tx, owner, ownerId)) })
    const nowMs = context.now()
    const id = uuidv7(nowMs)
    const now = new Date(nowMs)
    await tx.insert(notifications).values({
      id,
      accountId: caller.accountId,
      [owner.key]: ownerId,
      type: input.type,
      ...rule,
      setting,
      createdAt: now,
      updatedAt: now,
    })
    const created = await findNotification(tx, caller, owner, id)
    await auditNotification(context, tx, caller, { action: 'notification.created', row: created })
    await noteHandEdit(context, tx, caller, { kind: owner.name, id: ownerId, paths: [pathOf(created)] })
    return owner.view(context.secrets, created)
  }
  return context.db.transaction(work)
}

/** Within the definition of its owner. */
const pathOf = ({ notification: { key, id } }: NotificationRow) => `/notifications/${key ?? id}`

const validateCount = async <Shapes extends OwnerShapes>(
  tx: Transaction,
  { name, key, limit }: NotificationOwner<Shapes>,
  ownerId: string,
): Promise<FieldErrors> => {
  const [stored] = await tx.select({ count: count() }).from(notifications).where(eq(notifications[key], ownerId))
  if ((stored?.count ?? 0) < limit) return {}
  return { notificationCount: `A ${name} has at most ${limit} notifications. Delete one first.` }
}

interface Update<Input> {
  id: string
  input: Input
  /** The version that the caller started from; undefined where they do not say. */
  version?: number | undefined
}

/** Owner and type stay as they are. When it is sent stays too, where that is not given. */
export const updateNotification = async <Shapes extends OwnerShapes>(
  context: ApiContext,
  caller: Caller,
  owner: NotificationOwner<Shapes>,
  { id, input, version }: Update<Shapes['save']>,
): Promise<Shapes['view']> => {
  const templateErrors = await validateTemplates(context, caller, input, owner.variables)
  return retryOnDeadlock(() =>
    context.db.transaction(async (tx) => {
      const row = await findNotification(tx, caller, owner, id, { isLocked: true })
      rejectMove(owner, row, input)
      const stored = row.notification
      const completed = owner.complete(input, stored)
      const { setting, errors } = await readSetting({ ...context, ...caller, tx, stored: stored.setting }, completed)
      const { rule, errors: ruleErrors } = await owner.readRule(tx, caller, input, stored)
      throwIfInvalid({ ...templateErrors, ...errors, ...ruleErrors })
      const updatedAt = new Date(context.now())
      await tx
        .update(notifications)
        .set({ ...rule, setting, updatedAt })
        .where(eq(notifications.id, id))
      await owner.onRuleSaved(tx, stored, rule)
      const before = owner.view(context.secrets, row)
      const updated = await findNotification(tx, caller, owner, id)
      const after = owner.view(context.secrets, updated)
      // Rejected, nothing of the above is committed.
      const changed = [...changedFields(before, after), ...secretsSent(input)]
      const versions = nextVersion(stored, { changed, sent: version, current: () => before })
      await tx.update(notifications).set(versions).where(eq(notifications.id, id))
      const shown = { before: maskRequests(owner.view(null, row)), after: maskRequests(owner.view(null, updated)) }
      const changes = changesAt(changed, shown)
      const event = { action: 'notification.updated', row: updated, changes } as const
      if (changes.length > 0) await auditNotification(context, tx, caller, event)
      const paths = pointersOf(changed).map((path) => pathOf(row) + path)
      if (paths.length > 0) await noteHandEdit(context, tx, caller, { kind: owner.name, id: owner.idOf(input), paths })
      return { ...after, version: versions.version }
    }),
  )
}

/** A password is never read back, so that one which is sent counts as a change. */
const secretsSent = ({ request }: SettingInputs): string[] =>
  request?.target.basicAuth.password === undefined ? [] : ['request.target.basicAuth.password']

const rejectMove = <Shapes extends OwnerShapes>(
  { name, key, idOf }: NotificationOwner<Shapes>,
  { notification }: NotificationRow,
  input: Shapes['save'],
) => {
  if (idOf(input) === notification[key] && input.type === notification.type) return
  throw new AppError('MALFORMED', `A notification keeps its ${name} and its type. Create another one instead.`)
}

/** What it has sent already stays in the history. */
export const deleteNotification = <Shapes extends OwnerShapes>(
  context: ApiContext,
  caller: Caller,
  owner: NotificationOwner<Shapes>,
  { id, version }: { id: string; version?: number | undefined },
): Promise<void> =>
  retryOnDeadlock(() =>
    context.db.transaction(async (tx) => {
      const row = await findNotification(tx, caller, owner, id, { isLocked: true })
      requireVersion(row.notification, { sent: version, current: () => owner.view(context.secrets, row) })
      await tx.delete(notifications).where(eq(notifications.id, id))
      await auditNotification(context, tx, caller, { action: 'notification.deleted', row })
      const ownerId = row.notification[owner.key] ?? ''
      await noteHandEdit(context, tx, caller, { kind: owner.name, id: ownerId, paths: [pathOf(row)] })
    }),
  )

/** In the order in which they were made: all of an owner's, of which there are no more than its limit, or a page of the account's. */
export const listNotifications = async <Shapes extends OwnerShapes>(
  context: ApiContext,
  caller: Caller,
  owner: NotificationOwner<Shapes>,
  query: ListQuery<Shapes>,
): Promise<{ results: Shapes['view'][]; total?: number; page?: number }> => {
  const secrets = shownSecrets(context, caller)
  const ownerId: string | undefined = owner.idOf(query)
  if (ownerId !== undefined) {
    const rows = await loadNotifications(context, caller, owner, query as Shapes['reference'])
    return { results: rows.map((row) => owner.view(secrets, row)) }
  }
  const { page, size } = query
  const where = and(eq(notifications.accountId, caller.accountId), isNotNull(notifications[owner.key]))
  const rows = await selectNotifications(context.db, where)
    .limit(size)
    .offset(page * size)
  const total = await context.db.$count(notifications, where)
  return { results: rows.map((row) => owner.view(secrets, row)), total, page }
}

/** Saves a notification with a merge patch (RFC 7396) of it; where somebody saves the same fields meanwhile, it is a conflict. */
export const patchNotification = async <Shapes extends OwnerShapes>(
  context: ApiContext,
  caller: Caller,
  owner: NotificationOwner<Shapes>,
  { id, patch, version }: { id: string; patch: unknown; version?: number | undefined },
): Promise<Shapes['view']> => {
  const row = await context.db.transaction((tx) => findNotification(tx, caller, owner, id))
  const view = owner.view(context.secrets, row)
  const stored = withoutReadOnly(view, owner.schemas.View, owner.schemas.Save) as object
  const input = parsePatched(owner.schemas.Save, stored, patch)
  return updateNotification(context, caller, owner, { id, input, version: version ?? row.notification.version })
}

/** The same as they are stored. */
export const loadNotifications = async <Shapes extends OwnerShapes>(
  { db }: ApiContext,
  caller: Caller,
  owner: NotificationOwner<Shapes>,
  reference: Shapes['reference'],
): Promise<NotificationRow[]> => {
  const ownerId = owner.idOf(reference)
  await owner.require(db, caller, ownerId)
  return selectNotifications(db, eq(notifications[owner.key], ownerId))
}

const isMine = <Shapes extends OwnerShapes>({ accountId }: Caller, { key }: NotificationOwner<Shapes>, id: string) =>
  and(eq(notifications.id, id), eq(notifications.accountId, accountId), isNotNull(notifications[key]))

/** `isLocked`: other changes of it wait until the transaction ends. */
export const findNotification = async <Shapes extends OwnerShapes>(
  tx: Transaction,
  caller: Caller,
  owner: NotificationOwner<Shapes>,
  id: string,
  { isLocked = false } = {},
): Promise<NotificationRow> => {
  const select = selectNotifications(tx, isMine(caller, owner, id))
  const [row] = await (isLocked ? select.for('no key update', { of: notifications }) : select)
  if (row === undefined) throw notFound('notification')
  return row
}

/** Null for every type but Slack, whose settings alone are looked into. */
const channelId = sql`case when ${notifications.type} = 'SLACK' then nullif(${notifications.setting} #>> '{slack,channelId}', '')::uuid end`

/** In the order in which they were made, each with its Slack channel's names. */
export const selectNotifications = (db: DatabaseOrTransaction, where: SQL | undefined) =>
  db
    .select({
      notification: getTableColumns(notifications),
      isMuted: sql<boolean>`coalesce(${notifications.mutedUntil} > now(), false)`,
      channel: { teamName: slackChannels.teamName, channel: slackChannels.channel },
    })
    .from(notifications)
    .leftJoin(slackChannels, eq(slackChannels.id, channelId))
    .where(where)
    .orderBy(asc(notifications.id))
