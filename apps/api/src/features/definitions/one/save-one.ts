import type { Transaction } from '@knockwire/db/client'
import { retryOnDeadlock } from '@knockwire/db/failures/retry-on-deadlock'
import type { ReceiverDefinitionView, TaskDefinitionView } from '@knockwire/domain/definitions/definition-views'
import type { PutReceiverInput, PutTaskInput } from '@knockwire/domain/definitions/definition'
import { AppError, invalidFields, notFound } from '@knockwire/domain/errors'
import { limitsOf } from '@knockwire/domain/instance/limits'
import { auditAll } from '../../../access/audit.ts'
import { noteHandEdit } from '../../../access/owned/hand-edits.ts'
import { lockOwnAccount } from '../../../access/owned/lock-account.ts'
import { shownSecrets } from '../../../access/owned/shown-secrets.ts'
import type { ApiContext, Caller } from '../../../context.ts'
import { secretNamesOf } from '../../secrets/save-secrets.ts'
import { checkTemplates } from '../plan/check-templates.ts'
import { checkLimits } from '../plan/limits.ts'
import { planReceiver, type ReceiverPlan } from '../plan/plan-receiver.ts'
import { planTask, type TaskPlan } from '../plan/plan-task.ts'
import type { PlanScope } from '../plan/scope.ts'
import { slackChannelsOf } from '../plan/slack-channel.ts'
import { receiverDefinitionOf, taskDefinitionOf } from '../stored/definition-of.ts'
import { etagOfReceiver, etagOfTask } from '../stored/etag.ts'
import {
  databaseNowMs,
  loadReceivers,
  loadTasks,
  type StoredReceiver,
  type StoredTask,
  type Which,
} from '../stored/load-stored.ts'
import { eventsOf, writePlans } from '../write/write-plans.ts'

/** What a call says of what it saves over. */
export interface Precondition {
  /** `If-Match`: only what is as this tag says; `*`: only what there is. */
  match?: string | undefined
  /** `If-None-Match: *`: only what there is not yet. */
  isNew?: boolean
}

/** By which the object is found; null: it is to be a new one. */
export type Found = { key: string } | { id: string } | null

export interface SavedOne<View> {
  view: View
  etag: string
  isNew: boolean
}

interface Kind<Input, Stored, View> {
  kind: 'task' | 'receiver'
  load: (tx: Transaction, accountId: string, found: Search, isLocked: boolean) => Promise<Stored[]>
  plan: (
    scope: PlanScope,
    stored: Stored | null,
    definition: Input & { key: string | null },
  ) => Promise<TaskPlan | ReceiverPlan>
  etagOf: (stored: Stored) => string
  keyOf: (stored: Stored) => string | null
  /** The project that manages it. */
  projectOf: (stored: Stored) => string | null
  view: (context: ApiContext, caller: Caller, stored: Stored) => View
  /** What of a definition has templates. */
  templatesOf: (definition: Input) => Parameters<typeof checkTemplates>[2]
}

/** By its id, also a draft where that is asked for: a draft has no key. */
type Search = { key: string } | { id: string; withDrafts?: boolean }

const whichOf = (found: Search): Which =>
  'key' in found ? { keys: [found.key] } : { ids: [found.id], withDrafts: found.withDrafts ?? false }

const task: Kind<PutTaskInput, StoredTask, TaskDefinitionView> = {
  kind: 'task',
  load: (tx, accountId, found, isLocked) => loadTasks(tx, { accountId, which: whichOf(found), isLocked }),
  plan: (scope, stored, definition) => planTask(scope, { stored, definition }),
  etagOf: etagOfTask,
  keyOf: (stored) => stored.task.key,
  projectOf: (stored) => stored.task.managedBy?.project ?? null,
  view: (context, caller, stored) => taskDefinitionOf(shownSecrets(context, caller), stored),
  templatesOf: (definition) => ({ tasks: [definition], receivers: [] }),
}

const receiver: Kind<PutReceiverInput, StoredReceiver, ReceiverDefinitionView> = {
  kind: 'receiver',
  load: (tx, accountId, found, isLocked) => loadReceivers(tx, { accountId, which: whichOf(found), isLocked }),
  plan: (scope, stored, definition) => planReceiver(scope, { stored, definition }),
  etagOf: etagOfReceiver,
  keyOf: (stored) => stored.receiver.key,
  projectOf: (stored) => stored.receiver.managedBy?.project ?? null,
  view: (context, caller, stored) =>
    receiverDefinitionOf({ settings: context.settings, secrets: shownSecrets(context, caller) }, stored),
  templatesOf: (definition) => ({ tasks: [], receivers: [definition] }),
}

interface Save<Input> {
  found: Found
  definition: Input
  precondition?: Precondition
  /** Checked as if it were saved, and not saved. */
  isDryRun?: boolean
}

/** Ends the transaction of a dry run. */
class NothingSaved<View> extends Error {
  override readonly name = 'NothingSaved'
  readonly saved: SavedOne<View>

  constructor(saved: SavedOne<View>) {
    super('Nothing was saved.')
    this.saved = saved
  }
}

const preconditionFailed = (message: string) => new AppError('PRECONDITION_FAILED', `${message} Nothing was changed.`)

const requirePrecondition = ({ match, isNew = false }: Precondition, etag: string | null, kind: string) => {
  if (isNew && etag !== null) throw preconditionFailed(`There is such a ${kind} already.`)
  if (match === undefined) return
  if (etag === null) throw preconditionFailed(`There is no such ${kind}.`)
  // A version alone is that of the object without its notifications and bookmarks.
  const isSame = match === '*' || match === etag || match.replaceAll('"', '') === etag.slice(1).split('-')[0]
  if (!isSame) throw preconditionFailed(`This ${kind} was changed since it was read.`)
}

/** Creates or saves a whole task or receiver, with all that belongs to it, in one transaction. */
const saveOne =
  <Input extends PutTaskInput | PutReceiverInput, Stored, View>(type: Kind<Input, Stored, View>) =>
  async (context: ApiContext, caller: Caller, save: Save<Input>): Promise<SavedOne<View>> => {
    const { definition } = save
    const templates = await checkTemplates(context, caller, type.templatesOf(definition))
    const work = async (tx: Transaction): Promise<SavedOne<View>> => {
      const { accountId } = caller
      const { plan: accountPlan } = await lockOwnAccount(tx, accountId, 'no key update')
      const { stored, key } = await findStored(tx, type, accountId, save)
      const scope: PlanScope = {
        context,
        tx,
        caller,
        nowMs: await databaseNowMs(tx),
        templates,
        secretNames: await secretNamesOf(tx, accountId),
        usableSecrets: null,
        project: null,
        slackChannels: slackChannelsOf(tx, accountId),
        recipients: new Map(),
      }
      const plan = await type.plan(scope, stored, { ...definition, key })
      throwProblems(plan)
      const op = plan.isNew ? 'create' : 'update'
      const change = { kind: type.kind, key: key ?? '', op } as const
      const notifies = plan.notifications.saved.length > 0
      const { problems } = await checkLimits(scope, [change], limitsOf(accountPlan, context.settings), { notifies })
      const [limit] = problems
      if (limit !== undefined)
        throw new AppError(limit.code === 'plan_limit' ? 'PLAN_LIMIT' : 'ADDRESS_UNCONFIRMED', limit.message)
      await writePlans(tx, [plan])
      await auditAll(context, tx, caller, eventsOf(plan))
      const paths = [...plan.fields.map(({ path }) => path), ...plan.secretsChanged]
      if (!plan.isNew && paths.length > 0)
        await noteHandEdit(context, tx, caller, { kind: type.kind, id: plan.id, paths })
      const [saved] = await type.load(tx, accountId, { id: plan.id }, false)
      if (saved === undefined) throw new Error('What was saved is not there.')
      const result = { view: type.view(context, caller, saved), etag: type.etagOf(saved), isNew: plan.isNew }
      if (save.isDryRun === true) throw new NothingSaved(result)
      return result
    }
    return retryOnDeadlock(() => context.db.transaction(work)).catch((error: unknown) => {
      if (error instanceof NothingSaved) return error.saved as SavedOne<View>
      throw error
    })
  }

/** The stored object, locked, and the key that it gets. */
const findStored = async <Input extends { key?: string | null | undefined }, Stored, View>(
  tx: Transaction,
  type: Kind<Input, Stored, View>,
  accountId: string,
  { found, definition, precondition = {} }: Save<Input>,
): Promise<{ stored: Stored | null; key: string | null }> => {
  const [stored = null] = found === null ? [] : await type.load(tx, accountId, found, true)
  requirePrecondition(precondition, stored && type.etagOf(stored), type.kind)
  if (found !== null && 'id' in found && stored === null) throw notFound(type.kind)
  const own = stored && type.keyOf(stored)
  const key = found !== null && 'key' in found ? found.key : definition.key === undefined ? own : definition.key
  if (
    found !== null &&
    'key' in found &&
    definition.key !== undefined &&
    definition.key !== null &&
    definition.key !== key
  )
    throw new AppError('MALFORMED', 'The body and the address have different keys.')
  const project = stored && type.projectOf(stored)
  if (key === null && project !== null)
    throw new AppError(
      'CONFLICT',
      `The project ${project} manages this ${type.kind} by its key. Release it first: list it under removed with keep: true, and apply.`,
    )
  if (key !== null && key !== own && (await type.load(tx, accountId, { key }, false)).length > 0)
    throw new AppError('CONFLICT', `There is a ${type.kind} with the key ${key} already.`)
  return { stored, key }
}

/** All that is wrong at once, each with its place in the body. */
const throwProblems = ({ problems }: TaskPlan | ReceiverPlan) => {
  const [first] = problems
  if (first === undefined) return
  const found = problems.map((problem) => ({ in: 'body' as const, ...problem }))
  throw invalidFields({}, first.message, found)
}

const readOne =
  <Input, Stored, View>(type: Kind<Input, Stored, View>) =>
  async (context: ApiContext, caller: Caller, found: Search): Promise<SavedOne<View>> => {
    const [stored] = await context.db.transaction((tx) => type.load(tx, caller.accountId, found, false))
    if (stored === undefined) throw notFound(type.kind)
    return { view: type.view(context, caller, stored), etag: type.etagOf(stored), isNew: false }
  }

export const saveTaskDefinition = saveOne(task)
export const saveReceiverDefinition = saveOne(receiver)
export const readTaskDefinition = readOne(task)
export const readReceiverDefinition = readOne(receiver)
