import { Resource } from '../definitions/apply.ts'
import type { ProjectFile } from './file-schema.ts'
import { slug, uniqueKeys } from './parts/slugs.ts'
import { toFile } from './to-file.ts'

interface Item {
  id?: string | undefined
  key: string | null
  name?: string | undefined
  type?: string | undefined
}

/** A task or receiver as the API gives its definition: what defines it, and what identifies it. */
export interface DefinedObject {
  id: string
  key: string | null
  name: string | null
  managedBy: { project: string } | null
  notifications: Item[]
  charts?: Item[] | undefined
}

interface Exported {
  kind: Resource['kind']
  view: DefinedObject
}

export interface ExportedFile {
  file: ProjectFile
  /** What `${secret:NAME}` stands for, and where: these are to be stored before the file can be applied elsewhere. */
  secrets: { name: string; at: string }[]
}

export interface ExportOptions {
  project: string
  /** Stored secrets stay `{secret: true}`, which only the account that has them can apply. */
  keepsSecrets?: boolean
  slackChannelName: (id: string) => string | null
}

/** The keys that objects have or get: slugs of their names. Tasks and receivers have names apart. */
export function keysFor(objects: readonly Exported[]): Map<string, string> {
  const keys = new Map<string, string>()
  for (const kind of ['task', 'receiver'] as const) {
    const of = objects.filter((each) => each.kind === kind)
    const unique = uniqueKeys(of.flatMap(({ view }) => view.key ?? []))
    for (const { view } of of) keys.set(view.id, view.key ?? unique(slug(view.name ?? hostOf(view), kind)))
  }
  return keys
}

const hostOf = (view: DefinedObject): string => {
  const { request } = view as { request?: { target?: { uri?: string } } }
  return URL.parse(request?.target?.uri ?? '')?.host ?? ''
}

const secretNameOf = (words: readonly string[]) =>
  words
    .join('_')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^(?=\d)/, '_')
    .slice(0, 64)

const isKept = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'secret')

/** Stored secrets of a request replaced by references, each with a name of its own. */
function nameSecrets(value: unknown, words: readonly string[], onSecret: (name: string) => void): unknown {
  if (Array.isArray(value)) {
    const [name, secret] = value as unknown[]
    if (value.length === 2 && typeof name === 'string' && isKept(secret)) {
      const named = secretNameOf([...words, name])
      onSecret(named)
      return [name, `\${secret:${named}}`]
    }
    return value.map((each) => nameSecrets(each, words, onSecret))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      if (!isKept(each)) return [name, nameSecrets(each, wordsBelow(words, value, name), onSecret)]
      const named = secretNameOf([...words, name])
      onSecret(named)
      return [name, `\${secret:${named}}`]
    }),
  )
}

/** A notification’s secrets have its key in their names. */
const wordsBelow = (words: readonly string[], value: object, name: string): readonly string[] => {
  const { key } = value as { key?: unknown }
  return name === 'request' && typeof key === 'string' && !words.includes(key) ? [...words, key] : words
}

const [taskSchema, receiverSchema] = Resource.options

/** What defines it: as `apply` takes it. */
function toResource(kind: Resource['kind'], view: DefinedObject, key: string): Resource {
  const schema = kind === 'task' ? taskSchema : receiverSchema
  const picked = Object.fromEntries(
    Object.keys(schema.shape).flatMap((name) => (name in view ? [[name, Reflect.get(view, name)]] : [])),
  )
  return Resource.parse({ ...picked, kind, key })
}

/** Left out where it is active: a file says so only of what it keeps that way. */
const withoutActive = (resource: Resource): Resource => {
  const { state, ...rest } = resource
  return state === 'PAUSED' ? resource : rest
}

/** A file that defines these objects. */
export function exportFile(
  objects: readonly Exported[],
  { project, keepsSecrets = false, slackChannelName }: ExportOptions,
): ExportedFile {
  const keys = keysFor(objects)
  const secrets: ExportedFile['secrets'] = []
  const resources = objects.map(({ kind, view }) => {
    const key = keys.get(view.id) ?? view.id
    const whole = keepsSecrets
      ? view
      : (nameSecrets(view, [key], (name) => secrets.push({ name, at: `${kind} ${key}` })) as DefinedObject)
    return withoutActive(toResource(kind, whole, key))
  })
  return { file: toFile(resources, { project, slackChannelName }), secrets }
}
