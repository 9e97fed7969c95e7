import type { Transaction } from '@knockwire/db/client'
import { retryOnDeadlock } from '@knockwire/db/failures/retry-on-deadlock'
import { projects } from '@knockwire/db/schema/projects'
import { uuidv7 } from '@knockwire/db/uuidv7'
import { type ApplyInput, type ApplyResult, type Change } from '@knockwire/domain/definitions/apply'
import { AppError } from '@knockwire/domain/errors'
import { limitsOf } from '@knockwire/domain/instance/limits'
import { and, eq } from 'drizzle-orm'
import { auditAll } from '../../../access/audit.ts'
import { lockOwnAccount } from '../../../access/owned/lock-account.ts'
import type { ApiContext, Caller } from '../../../context.ts'
import { saveSecrets, secretNamesOf } from '../../secrets/save-secrets.ts'
import { checkTemplates, type CheckedTemplates } from '../plan/check-templates.ts'
import { checkLimits } from '../plan/limits.ts'
import { planProject, type ProjectPlan } from '../plan/plan-project.ts'
import type { PlanScope } from '../plan/scope.ts'
import { secretsOfProject } from '../plan/secret-values.ts'
import { slackChannelsOf } from '../plan/slack-channel.ts'
import { databaseNowMs, loadReceivers, loadTasks } from '../stored/load-stored.ts'
import { eventsOf, writePlans } from '../write/write-plans.ts'
import type { ParsedResources } from './parse-resources.ts'
import { sharedAddresses } from './shared-addresses.ts'
import { summaryOf } from './summary.ts'
import { warnOfTwins } from './warn-of-twins.ts'
import { eventsOfLeaving, writeLeaving } from './write-leaving.ts'

/** The call without its resources. */
export type ApplyEnvelope = Omit<ApplyInput, 'resources'>

/**
 * What a file would change, or changes: all of it in one transaction, or nothing where there is a problem. The account is locked first,
 * so that of two applies one sees what the other has done; and what is planned is locked before the project's revision is read, which
 * an edit by hand raises while it has the same lock.
 *
 * @throws AppError `PRECONDITION_FAILED` where the project has another revision than the caller expects
 */
export const apply = async (
  context: ApiContext,
  caller: Caller,
  input: ApplyEnvelope,
  parsed: ParsedResources,
  { isBound = false }: { isBound?: boolean } = {},
): Promise<ApplyResult> => {
  const templates = await checkTemplates(context, caller, definitionsOf(parsed))
  const result = await retryOnDeadlock(() =>
    context.db.transaction(async (tx) => {
      const planned = await applyWithin(context, tx, caller, { input, parsed, templates, isBound })
      // Nothing was written: the transaction ends as if it had not been, and uses up no Idempotency-Key.
      if (input.mode === 'plan' || planned.problems.length > 0) throw new NothingApplied(planned)
      return planned
    }),
  ).catch((error: unknown) => {
    if (error instanceof NothingApplied) return error.result
    throw error
  })
  const { project, revision, summary } = result
  if (input.mode === 'apply' && result.problems.length === 0)
    context.log.info(
      { event: 'project applied', accountId: caller.accountId, project, revision, summary },
      'project applied',
    )
  return result
}

/** A plan, or an apply with problems. */
class NothingApplied extends Error {
  override readonly name = 'NothingApplied'
  readonly result: ApplyResult

  constructor(result: ApplyResult) {
    super('Nothing was applied.')
    this.result = result
  }
}

const definitionsOf = ({ resources }: ParsedResources) => ({
  tasks: resources.flatMap((one) => (one.kind === 'task' ? [one.definition] : [])),
  receivers: resources.flatMap((one) => (one.kind === 'receiver' ? [one.definition] : [])),
})

interface Apply {
  input: ApplyEnvelope
  parsed: ParsedResources
  templates: CheckedTemplates
  isBound: boolean
}

const applyWithin = async (
  context: ApiContext,
  tx: Transaction,
  caller: Caller,
  { input, parsed, templates, isBound }: Apply,
): Promise<ApplyResult> => {
  const { accountId } = caller
  const isApply = input.mode === 'apply'
  const { plan: accountPlan } = await lockOwnAccount(tx, accountId, isApply ? 'no key update' : 'share')
  const which = { keys: keysOf(input, parsed), project: input.project }
  const stored = {
    tasks: await loadTasks(tx, { accountId, which, isLocked: isApply }),
    receivers: await loadReceivers(tx, { accountId, which, isLocked: isApply }),
  }
  const project = await findProject(tx, { accountId, name: input.project, isLocked: isApply })
  const revision = project?.revision ?? 0
  requireRevision(input, revision)
  const known = await secretNamesOf(tx, accountId)
  const scope: PlanScope = {
    context,
    tx,
    caller,
    nowMs: await databaseNowMs(tx),
    templates,
    secretNames: new Set([...known, ...Object.keys(input.secrets)]),
    usableSecrets: isBound ? secretsOfProject(stored, input.project) : null,
    project: { project: input.project, source: input.source },
    slackChannels: slackChannelsOf(tx, accountId),
    recipients: new Map(),
    isBound,
  }
  const plan = await planProject(scope, parsed.resources, stored, input, input.project)
  const planned = { ...plan, changes: await warnOfTwins(tx, accountId, plan.changes, parsed.resources) }
  const counted = await checkLimits(scope, planned.changes, limitsOf(accountPlan, context.settings), {
    notifies: planned.plans.some(({ notifications }) => notifications.saved.length > 0),
  })
  const problems = [...parsed.problems, ...planned.problems, ...sharedAddresses(parsed.resources), ...counted.problems]
  const result = {
    project: input.project,
    summary: summaryOf(planned.changes),
    changes: planned.changes,
    limits: counted.limits,
  }
  if (!isApply || problems.length > 0) return { ...result, revision, problems }
  await writeAll(scope, planned, input)
  const nextRevision = await saveProject(scope, input, project)
  return { ...result, changes: withIds(planned), revision: nextRevision, problems }
}

const keysOf = ({ moved, removed }: ApplyEnvelope, { resources }: ParsedResources) => [
  ...new Set([
    ...resources.map(({ key }) => key),
    ...moved.flatMap(({ from, to }) => [from, to]),
    ...removed.map(({ key }) => key),
  ]),
]

interface ProjectName {
  accountId: string
  name: string
  isLocked: boolean
}

const findProject = async (tx: Transaction, { accountId, name, isLocked }: ProjectName) => {
  const select = tx
    .select()
    .from(projects)
    .where(and(eq(projects.accountId, accountId), eq(projects.name, name)))
  const [row] = await (isLocked ? select.for('no key update') : select)
  return row ?? null
}

const requireRevision = ({ expectedRevision, project }: ApplyEnvelope, revision: number) => {
  if (expectedRevision === undefined || expectedRevision === revision) return
  throw new AppError(
    'PRECONDITION_FAILED',
    `The project ${project} has the revision ${revision}, and the plan was made of ${expectedRevision}. Nothing was applied. Plan again.`,
  )
}

/** What was created has an id by now. */
const withIds = ({ changes, plans }: ProjectPlan): Change[] =>
  changes.map((change, index) => ({ ...change, id: change.id ?? plans[index]?.id ?? null }))

const writeAll = async (scope: PlanScope, { plans, leaving }: ProjectPlan, { secrets }: ApplyEnvelope) => {
  const { context, tx, caller } = scope
  await saveSecrets(context, tx, caller, secrets)
  await writePlans(tx, plans)
  await writeLeaving(scope, leaving)
  await auditAll(context, tx, caller, [...plans.flatMap(eventsOf), ...eventsOfLeaving(leaving)])
}

const saveProject = async (
  { context, tx, caller }: PlanScope,
  { project: name, source }: ApplyEnvelope,
  stored: typeof projects.$inferSelect | null,
): Promise<number> => {
  const { accountId } = caller
  const now = new Date(context.now())
  const revision = (stored?.revision ?? 0) + 1
  const id = stored?.id ?? uuidv7(context.now())
  const row = { id, accountId, name, revision, source, appliedAt: now, createdAt: stored?.createdAt ?? now }
  await tx
    .insert(projects)
    .values(row)
    .onConflictDoUpdate({ target: projects.id, set: { revision, source, appliedAt: now } })
  const changes = [{ field: 'revision', before: stored && String(stored.revision), after: String(revision) }]
  const event = { action: 'project.applied', object: { type: 'PROJECT', id, name }, changes } as const
  await auditAll(context, tx, caller, [event])
  return revision
}
