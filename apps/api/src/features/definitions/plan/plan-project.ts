import type { ApplyInput, ApplyProblem, Change, ResourceKind } from '@knockwire/domain/definitions/apply'
import type { PutReceiverInput, PutTaskInput } from '@knockwire/domain/definitions/definition'
import { pointer } from '@knockwire/domain/definitions/compare'
import { counted } from '@knockwire/domain/text/counted'
import type { StoredReceiver, StoredTask } from '../stored/load-stored.ts'
import { planReceiver, type ReceiverPlan } from './plan-receiver.ts'
import { planTask, type TaskPlan } from './plan-task.ts'
import type { PlanScope } from './scope.ts'

/** A resource that its schema accepts, and its place among those that were sent. */
export type ParsedResource = { index: number; key: string } & (
  | { kind: 'task'; definition: PutTaskInput & { key: string } }
  | { kind: 'receiver'; definition: PutReceiverInput & { key: string } }
)

/** What is done to an object that the file has no more. */
export interface Leaving {
  kind: ResourceKind
  op: 'pause' | 'delete' | 'release' | 'orphan'
  id: string
  key: string
  task?: StoredTask
  receiver?: StoredReceiver
}

export interface ProjectPlan {
  plans: (TaskPlan | ReceiverPlan)[]
  leaving: Leaving[]
  changes: Change[]
  problems: ApplyProblem[]
}

export interface Stored {
  tasks: StoredTask[]
  receivers: StoredReceiver[]
}

type Moves = Pick<ApplyInput, 'moved' | 'removed' | 'prune'>

interface Owned {
  id: string
  key: string | null
  managedBy: StoredTask['task']['managedBy']
}

const keyOf = (kind: ResourceKind, key: string) => `${kind} ${key}`

/** What an apply of these resources would do, and why it cannot be done. Nothing is written. */
export const planProject = async (
  scope: PlanScope,
  resources: readonly ParsedResource[],
  stored: Stored,
  moves: Moves,
  project: string,
): Promise<ProjectPlan> => {
  const problems: ApplyProblem[] = []
  const objects = objectsOf(stored)
  const found = new Map(
    [...objects].flatMap(([, one]) => (one.own.key === null ? [] : [[keyOf(one.kind, one.own.key), one]])),
  )
  const movedTo = readMoves(moves, { found, resources, problems, project })
  const plans: ProjectPlan['plans'] = []
  const changes: Change[] = []
  const kept = new Set<string>()
  const seen = new Set<string>()
  for (const resource of resources) {
    const name = keyOf(resource.kind, resource.key)
    if (seen.has(name)) {
      problems.push(
        problemOf(resource, '/key', 'duplicate_key', `Another ${resource.kind} has the key ${resource.key}, too.`),
      )
      continue
    }
    seen.add(name)
    const moved = movedTo.get(name)
    const one = moved ?? found.get(name)
    const owner = one?.own.managedBy?.project
    if (one && owner !== undefined && owner !== project) {
      kept.add(one.own.id)
      problems.push(
        problemOf(
          resource,
          '/key',
          'managed_elsewhere',
          `The ${resource.kind} ${resource.key} is managed by the project ${owner}.`,
        ),
      )
      continue
    }
    if (one) kept.add(one.own.id)
    if (one && owner === undefined && scope.isBound === true) {
      const message = `The ${resource.kind} ${resource.key} is managed by hand. A token that is bound to a project does not take it over.`
      problems.push(problemOf(resource, '/key', 'managed_by_hand', message))
      continue
    }
    const plan =
      resource.kind === 'task'
        ? await planTask(scope, { stored: one?.task ?? null, definition: resource.definition })
        : await planReceiver(scope, { stored: one?.receiver ?? null, definition: resource.definition })
    plans.push(plan)
    problems.push(...plan.problems.map((problem) => ({ kind: resource.kind, key: resource.key, ...problem })))
    changes.push({
      kind: resource.kind,
      key: resource.key,
      op: opOf(plan, { isMoved: moved !== undefined, isByHand: one !== undefined && owner === undefined }),
      id: plan.isNew ? null : plan.id,
      fields: plan.fields,
      secretsChanged: plan.secretsChanged,
      warnings: warningsOf(plan),
    })
  }
  const leaving = leavingOf(moves, { objects: [...objects.values()], kept, seen, problems, project })
  changes.push(...leaving.map(changeOfLeaving))
  return { plans, leaving, changes, problems }
}

type Found = { kind: ResourceKind; own: Owned; task?: StoredTask; receiver?: StoredReceiver }

const objectsOf = ({ tasks, receivers }: Stored): Map<string, Found> =>
  new Map([
    ...tasks.map((task): [string, Found] => [task.task.id, { kind: 'task', own: task.task, task }]),
    ...receivers.map((receiver): [string, Found] => [
      receiver.receiver.id,
      { kind: 'receiver', own: receiver.receiver, receiver },
    ]),
  ])

const problemOf = (
  { kind, key }: { kind: ResourceKind; key: string },
  path: string,
  code: string,
  message: string,
): ApplyProblem => ({ kind, key, path, code, message })

const opOf = (
  plan: TaskPlan | ReceiverPlan,
  { isMoved, isByHand }: { isMoved: boolean; isByHand: boolean },
): Change['op'] => {
  if (plan.isNew) return 'create'
  if (isMoved) return 'move'
  if (isByHand) return 'adopt'
  return plan.fields.length + plan.secretsChanged.length === 0 ? 'same' : 'update'
}

const warningsOf = (plan: TaskPlan | ReceiverPlan): string[] => {
  const lost = plan.notifications.deleted.length
  return lost === 0 ? [] : [`${counted(lost, 'notification is', 'notifications are')} deleted.`]
}

interface Reading {
  found: ReadonlyMap<string, Found>
  resources: readonly ParsedResource[]
  problems: ApplyProblem[]
  project: string
}

/** The objects that get another key, by the one that they get. One that was moved before is left alone. */
const readMoves = ({ moved }: Moves, { found, resources, problems, project }: Reading): Map<string, Found> => {
  const defined = new Set(resources.map(({ kind, key }) => keyOf(kind, key)))
  const leaving = new Set(moved.map(({ kind, from }) => keyOf(kind, from)))
  const seen = new Set<string>()
  const movedTo = new Map<string, Found>()
  for (const [index, { kind, from, to }] of moved.entries()) {
    const path = pointer('moved', String(index))
    const reject = (code: string, message: string) => problems.push({ kind: null, key: null, path, code, message })
    const [source, target] = [keyOf(kind, from), keyOf(kind, to)]
    const one = found.get(source)
    if (seen.has(source) || movedTo.has(target))
      reject('moved_twice', `The ${kind} ${from} is moved twice, or two of them to ${to}.`)
    else if (!defined.has(target)) reject('unknown_key', `The file has no ${kind} ${to}, to which ${from} was moved.`)
    else if (defined.has(source) && !leaving.has(target) && one)
      reject('still_defined', `The file has the ${kind} ${from} still.`)
    else if (one === undefined) seen.add(source)
    else if (one.own.managedBy && one.own.managedBy.project !== project)
      reject('managed_elsewhere', `The ${kind} ${from} is managed by the project ${one.own.managedBy.project}.`)
    else if (found.has(target) && !leaving.has(target)) reject('key_taken', `There is a ${kind} ${to} already.`)
    else movedTo.set(target, one)
    seen.add(source)
  }
  return movedTo
}

interface Rest {
  objects: readonly Found[]
  kept: ReadonlySet<string>
  /** Of the resources. */
  seen: ReadonlySet<string>
  problems: ApplyProblem[]
  project: string
}

/** The project's objects that the file has no more. */
const leavingOf = ({ removed, prune }: Moves, { objects, kept, seen, problems, project }: Rest): Leaving[] => {
  const ways = new Map<string, Leaving['op']>()
  for (const [index, { kind, key, keep }] of removed.entries()) {
    if (seen.has(keyOf(kind, key)))
      problems.push({
        kind: null,
        key: null,
        path: pointer('removed', String(index)),
        code: 'still_defined',
        message: `The file has the ${kind} ${key} still.`,
      })
    ways.set(keyOf(kind, key), keep ? 'release' : 'delete')
  }
  const pruned = { none: 'orphan', pause: 'pause', delete: 'delete' } as const
  return objects.flatMap((one): Leaving[] => {
    const { id, key, managedBy } = one.own
    if (kept.has(id) || key === null || managedBy?.project !== project) return []
    const op = ways.get(keyOf(one.kind, key)) ?? pruned[prune]
    const { own: _, ...rest } = one
    return [{ ...rest, op: op === 'pause' && !isActive(one) ? 'orphan' : op, id, key }]
  })
}

const isActive = ({ task, receiver }: Found) => (task?.schedule ?? receiver?.receiver)?.status === 'ACTIVE'

const changeOfLeaving = ({ kind, key, op, id, task, receiver }: Leaving): Change => ({
  kind,
  key,
  op,
  id,
  fields: op === 'pause' ? [{ path: '/state', from: 'ACTIVE', to: 'PAUSED' }] : [],
  secretsChanged: [],
  warnings: op === 'delete' ? [deletionWarning(kind, task, receiver)] : [],
})

const deletionWarning = (
  kind: ResourceKind,
  task: StoredTask | undefined,
  receiver: StoredReceiver | undefined,
): string => {
  if (task) return `The task is deleted with ${counted(task.schedule.executionsTotal, 'execution')}.`
  return `The ${kind} is deleted with its requests${receiver?.receiver.heartbeat ? ' and its heartbeat' : ''}.`
}
