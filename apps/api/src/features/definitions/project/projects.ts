import { retryOnDeadlock } from '@knockwire/db/failures/retry-on-deadlock'
import { projects } from '@knockwire/db/schema/projects'
import { receivers } from '@knockwire/db/schema/receivers'
import { tasks } from '@knockwire/db/schema/tasks'
import type { ProjectView } from '@knockwire/domain/definitions/apply'
import { notFound } from '@knockwire/domain/errors'
import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { audit, auditAll } from '../../../access/audit.ts'
import { lockOwnAccount } from '../../../access/owned/lock-account.ts'
import type { ApiContext, Caller } from '../../../context.ts'
import type { Leaving } from '../plan/plan-project.ts'
import { databaseNowMs, loadReceivers, loadTasks } from '../stored/load-stored.ts'
import { eventsOfLeaving, writeLeaving } from './write-leaving.ts'

const managedOf = async ({ db }: ApiContext, accountId: string, table: typeof tasks | typeof receivers) =>
  db
    .select({ id: table.id, key: table.key, managedBy: table.managedBy })
    .from(table)
    .where(and(eq(table.accountId, accountId), isNotNull(table.managedBy)))
    .orderBy(asc(table.id))

/** All of the account, by name, each with what of it was edited by hand since it was applied. */
export const listProjects = async (context: ApiContext, { accountId }: Caller): Promise<ProjectView[]> => {
  const rows = await context.db
    .select()
    .from(projects)
    .where(eq(projects.accountId, accountId))
    .orderBy(asc(projects.name))
  if (rows.length === 0) return []
  const managed = {
    task: Map.groupBy(await managedOf(context, accountId, tasks), ({ managedBy }) => managedBy?.project),
    receiver: Map.groupBy(await managedOf(context, accountId, receivers), ({ managedBy }) => managedBy?.project),
  }
  return rows.map(({ name, revision, source, appliedAt }): ProjectView => {
    const [ofTasks, ofReceivers] = [managed.task.get(name) ?? [], managed.receiver.get(name) ?? []]
    return {
      project: name,
      revision,
      source,
      tasks: ofTasks.length,
      receivers: ofReceivers.length,
      appliedAt: appliedAt?.toISOString() ?? null,
      drift: [...driftOf('task', ofTasks), ...driftOf('receiver', ofReceivers)],
    }
  })
}

type Managed = Awaited<ReturnType<typeof managedOf>>[number]

const driftOf = (kind: 'task' | 'receiver', managed: readonly Managed[]): ProjectView['drift'] =>
  managed.flatMap(({ id, key, managedBy }) =>
    key === null || managedBy === null || managedBy.editedAt === null
      ? []
      : [{ kind, key, id, editedAt: managedBy.editedAt, paths: [...managedBy.editedPaths] }],
  )

export const getProject = async (
  context: ApiContext,
  caller: Caller,
  { project }: { project: string },
): Promise<ProjectView> => {
  const found = (await listProjects(context, caller)).find((one) => one.project === project)
  if (found === undefined) throw notFound('project')
  return found
}

interface Deletion {
  project: string
  resources: 'detach' | 'delete'
}

export const deleteProject = (context: ApiContext, caller: Caller, { project, resources }: Deletion): Promise<void> =>
  retryOnDeadlock(() =>
    context.db.transaction(async (tx) => {
      const { accountId } = caller
      await lockOwnAccount(tx, accountId, 'no key update')
      const load = { accountId, which: { project }, isLocked: true }
      const [ofTasks, ofReceivers] = [await loadTasks(tx, load), await loadReceivers(tx, load)]
      const isIt = and(eq(projects.accountId, accountId), eq(projects.name, project))
      const [deleted] = await tx.delete(projects).where(isIt).returning({ id: projects.id })
      if (deleted === undefined) throw notFound('project')
      const op = resources === 'delete' ? 'delete' : 'release'
      const leaving: Leaving[] = [
        ...ofTasks.map(
          (task) => ({ kind: 'task' as const, op, id: task.task.id, key: task.task.key ?? '', task }) as const,
        ),
        ...ofReceivers.map(
          (receiver) =>
            ({ kind: 'receiver', op, id: receiver.receiver.id, key: receiver.receiver.key ?? '', receiver }) as const,
        ),
      ]
      await writeLeaving({ tx, nowMs: await databaseNowMs(tx) }, leaving)
      await auditAll(context, tx, caller, eventsOfLeaving(leaving))
      const object = { type: 'PROJECT', id: deleted.id, name: project } as const
      await audit(context, tx, caller, { action: 'project.deleted', object })
    }),
  )
