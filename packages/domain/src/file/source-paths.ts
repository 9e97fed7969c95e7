import type { Resource } from '../definitions/apply.ts'
import type { ProjectFile, Use } from './file-schema.ts'
import type { Path } from './problem.ts'

type Names = readonly string[]

const requestNames: Readonly<Record<string, Names>> = {
  uri: ['url'],
  body: ['body', 'json', 'bodyFile'],
  followRedirect: ['followRedirects'],
  allowInsecureCerts: ['allowInsecureCertificates'],
}
const scheduleNames: Readonly<Record<string, Names>> = {
  intervalSecond: ['every'],
  expression: ['cron'],
  oneTimeModeEpochSecond: ['at'],
  oneTimeModeTimezone: ['timezone'],
  catchUpSecond: ['catchUpWithin'],
}
const expectationNames: Readonly<Record<string, Names>> = {
  mode: ['learned', 'every', 'cron'],
  everySeconds: ['every'],
  expression: ['cron'],
  graceSeconds: ['grace'],
  maxRunSeconds: ['maxRun'],
  activeHours: ['active'],
  countsHead: ['countHead'],
  successCondition: ['successIf'],
}
const responseNames: Readonly<Record<string, string>> = {
  responseCode: 'status',
  responseBody: 'body',
  responseHeaders: 'contentType',
}

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (at, name) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, name) ? Reflect.get(at, name) : undefined,
    value,
  )

const requestPath = ([_target, name = '', ...rest]: readonly string[]): Path[] =>
  (requestNames[name] ?? [name]).map((written) => ['request', written, ...rest])

const settingNames: Readonly<Record<string, string>> = {
  address: 'to',
  phoneNumber: 'to',
  subject: 'subject',
  template: 'message',
  channelId: 'channel',
  channel: 'channel',
  messageTemplate: 'message',
}

/** Where a notification's field may stand: at the use, or in its channel. */
function notificationPaths(
  use: Use | string | undefined,
  owner: Path,
  index: string,
  [field = '', ...rest]: readonly string[],
): Path[] {
  const here = [...owner, 'notify', Number(index)]
  const channel = ['channels', typeof use === 'string' ? use : (use?.use ?? '')]
  const names = ((): Path[] => {
    if (field === 'condition' || field === 'when') return [['when']]
    if (field === 'firing') return [['firing', ...rest], ['firing']]
    if (field === 'request') return requestPath(rest)
    if (field.endsWith('Setting')) return [[settingNames[rest[0] ?? ''] ?? '']]
    return [[field]]
  })()
  return [...names.map((path) => [...here, ...path]), ...names.map((path) => [...channel, ...path])]
}

const within = (owner: Path, paths: readonly Path[]): Path[] => [
  ...paths.map((path) => [...owner, ...path]),
  ...paths.map((path) => ['defaults', owner[0] === 'tasks' ? 'task' : 'receiver', ...path]),
]

function candidates(file: ProjectFile, kind: Resource['kind'], owner: Path, pointer: readonly string[]): Path[] {
  const [field = '', ...rest] = pointer
  switch (field) {
    case 'scheduler':
      return within(
        owner,
        (scheduleNames[rest[0] ?? ''] ?? [rest[0] ?? '']).map((name) => ['schedule', name]),
      )
    case 'expectation':
      return within(
        owner,
        (expectationNames[rest[0] ?? ''] ?? [rest[0] ?? '']).map((name) => ['expect', name]),
      )
    case 'completion':
      return within(owner, [['completion', 'within']])
    case 'request':
      return within(owner, requestPath(rest))
    case 'responseCode':
    case 'responseBody':
    case 'responseHeaders':
      return within(owner, [['response', responseNames[field] ?? '']])
    case 'notifications': {
      const [index = '', ...of] = rest
      const uses = valueAt(file, [...owner, 'notify'])
      const isOwn = Array.isArray(uses)
      const place: Path = isOwn ? owner : ['defaults', kind]
      return notificationPaths(valueAt(file, [...place, 'notify', Number(index)]) as Use | undefined, place, index, of)
    }
    case 'charts': {
      const keys = Object.keys(valueAt(file, [...owner, 'charts']) ?? {})
      return within(owner, [['charts', keys[Number(rest[0])] ?? '', ...rest.slice(1)]])
    }
    default:
      return within(owner, [pointer])
  }
}

/**
 * Where a field of a resource stands in the file that it was compiled from: at the object itself, in its channel or in the defaults. What
 * is not written there is at what holds it.
 * @param pointer - the parts of a JSON pointer within the resource
 */
export function placeIn(file: ProjectFile, kind: Resource['kind'], key: string, pointer: readonly string[]): Path {
  const owner: Path = [kind === 'task' ? 'tasks' : 'receivers', key]
  const paths = candidates(file, kind, owner, pointer)
  const exact = paths.find((path) => valueAt(file, path) !== undefined)
  if (exact !== undefined) return exact
  for (let path = paths[0] ?? owner; path.length > owner.length; path = path.slice(0, -1)) {
    if (valueAt(file, path) !== undefined) return path
  }
  return owner
}

/** RFC 6901. */
export const readPointer = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
