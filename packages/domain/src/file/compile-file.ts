import type { z } from 'zod'
import { ApplyInput, Resource } from '../definitions/apply.ts'
import { defaultResponse } from '../receivers/receiver.ts'
import { readDuration } from './parts/duration.ts'
import { readReceiverNotifications, readTaskNotifications, type NotificationContext } from './parts/notifications.ts'
import { readRequest } from './parts/requests.ts'
import { readExpectation, readSchedule } from './parts/schedules.ts'
import { type FileChart, type FileReceiver, type FileTask, ProjectFile } from './file-schema.ts'
import { merge } from './reading/merge.ts'
import { FileProblem, type FileProblemAt, FileProblems, type Path, readAll } from './problem.ts'
import { ruleProblems } from './rule-problems.ts'
import { problemsOf } from './reading/schema-problems.ts'
import { withoutWrong } from './reading/without-wrong.ts'
import { placeIn } from './source-paths.ts'

export interface CompiledFile extends Pick<ApplyInput, 'moved' | 'removed'> {
  /** Null where the file has none that can be read. */
  project: string | null
  resources: Resource[]
  problems: FileProblemAt[]
}

type Charts = NonNullable<Extract<Resource, { kind: 'task' }>['charts']>

const readCharts = (charts: Readonly<Record<string, FileChart>>): Charts =>
  Object.entries(charts).map(([key, { name, value }]) => {
    if (typeof value === 'object') return { key, name, source: 'response_body_json', property: value.json }
    return { key, name, source: value === 'time' ? 'response_time' : 'response_code', property: '' }
  })

/** A duration of no seconds is rejected with those that are too short. */
const readCompletion = ({ within }: NonNullable<FileTask['completion']>) => ({
  withinSeconds: readDuration(within) ?? 0,
})

const stateOf = ({ state }: FileTask | FileReceiver) =>
  state === undefined ? {} : { state: state === 'active' ? ('ACTIVE' as const) : ('PAUSED' as const) }

function compileTask(key: string, task: FileTask, context: NotificationContext): Resource {
  const path: Path = ['tasks', key]
  const { schedule, request, completion, notify, charts } = task
  const parts = readAll({
    scheduler: () => readSchedule(needed(schedule, path, 'schedule'), [...path, 'schedule']),
    request: () => readRequest(needed(request, path, 'request'), false, [...path, 'request']),
    notifications: () => notify && readTaskNotifications(notify, context, [...path, 'notify']),
  })
  return {
    kind: 'task',
    key,
    name: task.name ?? null,
    description: task.description ?? null,
    labels: task.labels ?? {},
    ...stateOf(task),
    scheduler: parts.scheduler,
    request: parts.request,
    completion: completion === undefined ? null : readCompletion(completion),
    ...(parts.notifications && { notifications: parts.notifications }),
    ...(charts && { charts: readCharts(charts) }),
  }
}

const needed = <T>(part: T | undefined, path: Path, name: string): T => {
  if (part === undefined) throw new FileProblem(path, `Write the ${name}.`)
  return part
}

function compileReceiver(key: string, receiver: FileReceiver, context: NotificationContext): Resource {
  const path: Path = ['receivers', key]
  const { response = {}, expect, otherAddresses, notify } = receiver
  const parts = readAll({
    expectation: () => (expect === undefined ? null : readExpectation(expect, [...path, 'expect'])),
    notifications: () => notify && readReceiverNotifications(notify, context, [...path, 'notify']),
  })
  return {
    kind: 'receiver',
    key,
    name: receiver.name ?? key,
    description: receiver.description ?? null,
    labels: receiver.labels ?? {},
    ...stateOf(receiver),
    responseCode: response.status ?? defaultResponse.code,
    responseHeaders: { 'content-type': response.contentType ?? defaultResponse.contentType },
    responseBody: response.body ?? defaultResponse.body,
    expectation: parts.expectation,
    ...(otherAddresses && { otherAddresses }),
    ...(parts.notifications && { notifications: parts.notifications }),
  }
}

/** The schema that the server reads a resource by: limits of lengths and numbers, say. Null where it fails. */
function check(resource: Resource, document: ProjectFile, problems: FileProblemAt[]): Resource | null {
  const parsed = Resource.safeParse(resource)
  if (parsed.success) return parsed.data
  problems.push(
    ...parsed.error.issues.map((issue: z.core.$ZodIssue) => ({
      path: placeIn(document, resource.kind, resource.key, issue.path.map(String)),
      message: issue.message,
    })),
  )
  return null
}

interface CompileOptions {
  /** Where given, the rules of schedules, URLs and conditions are checked as well, as the server will that applies it then. */
  nowMs?: number
}

type Compiled = Pick<CompiledFile, 'resources' | 'problems'>

function compileAll(file: ProjectFile, { nowMs }: CompileOptions): Compiled {
  const context: NotificationContext = { channels: file.channels ?? {} }
  const problems: FileProblemAt[] = []
  const resources: Resource[] = []
  const add = (resource: Resource | null) => {
    if (resource === null) return
    resources.push(resource)
    if (nowMs === undefined) return
    for (const { pointer, message } of ruleProblems(resource, nowMs))
      problems.push({ path: placeIn(file, resource.kind, resource.key, pointer), message })
  }
  const compile = <Of extends FileTask | FileReceiver>(of: Of, compileOne: (of: Of) => Resource) => {
    try {
      add(check(compileOne(of), file, problems))
    } catch (error) {
      if (!(error instanceof FileProblems)) throw error
      problems.push(...error.problems)
      // The rest of it may have problems, too.
      if (of.notify !== undefined) compileRest({ ...of, notify: undefined }, compileOne)
    }
  }
  const compileRest = <Of extends FileTask | FileReceiver>(of: Of, compileOne: (of: Of) => Resource) => {
    try {
      add(check(compileOne(of), file, problems))
    } catch (error) {
      if (!(error instanceof FileProblems)) throw error
    }
  }
  for (const [key, task] of Object.entries(file.tasks ?? {}))
    compile(merge(file.defaults?.task, task) ?? task, (of) => compileTask(key, of, context))
  for (const [key, receiver] of Object.entries(file.receivers ?? {}))
    compile(merge(file.defaults?.receiver, receiver) ?? receiver, (of) => compileReceiver(key, of, context))
  return { resources, problems }
}

/** The resources of a whole file, included ones in it, and all that is wrong with it. */
export function compileFile(document: unknown, options: CompileOptions = {}): CompiledFile {
  const parsed = ProjectFile.safeParse(document, { reportInput: true })
  if (!parsed.success) {
    const { issues } = parsed.error
    const rest = ProjectFile.safeParse(withoutWrong(document, issues))
    const others = rest.success ? compileAll(rest.data, options).problems : []
    return { project: null, resources: [], moved: [], removed: [], problems: [...problemsOf(issues), ...others] }
  }
  const file = parsed.data
  const moved = ApplyInput.shape.moved.parse(file.moved)
  const removed = ApplyInput.shape.removed.parse(file.removed)
  return { project: file.project, moved, removed, ...compileAll(file, options) }
}
