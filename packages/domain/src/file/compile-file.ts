import type { z } from 'zod'
import { ApplyInput, Resource } from '../definitions/apply.ts'
import { defaultResponse } from '../receivers/receiver.ts'
import { readDuration } from './parts/duration.ts'
import { readReceiverNotifications, readTaskNotifications, type NotificationContext } from './parts/notifications.ts'
import { readRequest } from './parts/requests.ts'
import { readExpectation, readSchedule } from './parts/schedules.ts'
import { type FileChart, type FileReceiver, type FileTask, ProjectFile } from './file-schema.ts'
import { merge } from './reading/merge.ts'
import { FileProblem, type FileProblemAt, type Path } from './problem.ts'
import { problemsOf } from './reading/schema-problems.ts'
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
  if (task.schedule === undefined) throw new FileProblem(path, 'Write the schedule.')
  if (task.request === undefined) throw new FileProblem(path, 'Write the request.')
  const { completion, notify, charts } = task
  return {
    kind: 'task',
    key,
    name: task.name ?? null,
    description: task.description ?? null,
    labels: task.labels ?? {},
    ...stateOf(task),
    scheduler: readSchedule(task.schedule, [...path, 'schedule']),
    request: readRequest(task.request, false, [...path, 'request']),
    completion: completion === undefined ? null : readCompletion(completion),
    ...(notify && { notifications: readTaskNotifications(notify, context, [...path, 'notify']) }),
    ...(charts && { charts: readCharts(charts) }),
  }
}

function compileReceiver(key: string, receiver: FileReceiver, context: NotificationContext): Resource {
  const path: Path = ['receivers', key]
  const { response = {}, expect, otherAddresses, notify } = receiver
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
    expectation: expect === undefined ? null : readExpectation(expect, [...path, 'expect']),
    ...(otherAddresses && { otherAddresses }),
    ...(notify && { notifications: readReceiverNotifications(notify, context, [...path, 'notify']) }),
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

/** The resources of a whole file, included ones in it, and all that is wrong with it. */
export function compileFile(document: unknown): CompiledFile {
  const parsed = ProjectFile.safeParse(document, { reportInput: true })
  if (!parsed.success) {
    return { project: null, resources: [], moved: [], removed: [], problems: problemsOf(parsed.error.issues) }
  }
  const file = parsed.data
  const context: NotificationContext = { channels: file.channels ?? {} }
  const problems: FileProblemAt[] = []
  const resources: Resource[] = []
  const add = (compile: () => Resource) => {
    try {
      const resource = check(compile(), file, problems)
      if (resource !== null) resources.push(resource)
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error
      problems.push({ path: error.path, message: error.message })
    }
  }
  for (const [key, task] of Object.entries(file.tasks ?? {}))
    add(() => compileTask(key, merge(file.defaults?.task, task) ?? task, context))
  for (const [key, receiver] of Object.entries(file.receivers ?? {}))
    add(() => compileReceiver(key, merge(file.defaults?.receiver, receiver) ?? receiver, context))
  const moved = ApplyInput.shape.moved.parse(file.moved)
  const removed = ApplyInput.shape.removed.parse(file.removed)
  return { project: file.project, resources, moved, removed, problems }
}
