import { Resource } from '../definitions/apply.ts'
import { isSecretParameter, replaceParameters } from '../requests/secret-parameters.ts'
import type { ProjectFile } from './file-schema.ts'
import { type DefinedItem, withItemKeys } from './item-keys.ts'
import { slug, uniqueKeys } from './parts/slugs.ts'
import { toFile } from './to-file.ts'

/** A task or receiver as the API gives its definition: what defines it, and what identifies it. */
export interface DefinedObject {
  id: string
  key: string | null
  name: string | null
  managedBy: { project: string } | null
  notifications: DefinedItem[]
  charts?: DefinedItem[] | undefined
}

interface Exported {
  kind: Resource['kind']
  view: DefinedObject
}

export interface ExportedFile {
  file: ProjectFile
  /** What `${secret:NAME}` stands for, and where: these are to be stored before the file can be applied elsewhere. */
  secrets: { name: string; at: string }[]
  /** What has secrets in URLs that are in the file as they are. */
  plain: string[]
}

export interface ExportOptions {
  project: string
  /** Stored secrets stay `{secret: true}`, which only the account that has them can apply. */
  keepsSecrets?: boolean
  slackChannelName: (id: string) => string | null
  /** Each channel is called by what uses it, so that it is none of another file. */
  namesChannelsByUse?: boolean
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

const longestSecretName = 64

/** A name of each secret of its own: another one that would be called the same gets a number. */
const secretNames = () => {
  const used = new Set<string>()
  return (words: readonly string[]): string => {
    const plain = words
      .join('_')
      .toUpperCase()
      .replace(/[^A-Z0-9]+/g, '_')
      .replace(/^(?=\d)/, '_')
    let name = plain.slice(0, longestSecretName)
    for (let count = 2; used.has(name); count += 1)
      name = `${plain.slice(0, longestSecretName - `_${count}`.length)}_${count}`
    used.add(name)
    return name
  }
}

const isKept = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'secret')

/** The reference that stands for a secret of these words. */
type Name = (words: readonly string[]) => string

/** Stored secrets of a request replaced by references, each with its own name. */
function nameSecrets(value: unknown, words: readonly string[], nameOf: Name): unknown {
  if (Array.isArray(value)) {
    const [name, secret] = value as unknown[]
    return value.length === 2 && typeof name === 'string' && isKept(secret)
      ? [name, nameOf([...words, name])]
      : value.map((each) => nameSecrets(each, words, nameOf))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      if (name === 'uri' && typeof each === 'string') return [name, nameParameters(each, words, nameOf)]
      return [name, isKept(each) ? nameOf([...words, name]) : nameSecrets(each, wordsBelow(words, value, name), nameOf)]
    }),
  )
}

/** Values of a URL’s query that are likely to be secrets, too, as long as they are not references already. */
const nameParameters = (uri: string, words: readonly string[], nameOf: Name): string =>
  replaceParameters(uri, (name, value) =>
    value === '' || value.includes('${secret:') || !isSecretParameter(name) ? value : nameOf([...words, name]),
  )

/** Whether a URL of it has such a value. */
const hasPlain = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).some(([name, each]) =>
    name === 'uri' && typeof each === 'string' ? nameParameters(each, [], () => '') !== each : hasPlain(each),
  )

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

/**
 * A file that defines these objects. What has no key is given one, by the same rule each time: secrets are called the same before and
 * after it has it.
 */
export function exportFile(
  objects: readonly Exported[],
  { project, keepsSecrets = false, ...writing }: ExportOptions,
): ExportedFile {
  const keys = keysFor(objects)
  const secrets: ExportedFile['secrets'] = []
  const plain: string[] = []
  const unique = secretNames()
  const resources = objects.map(({ kind, view }) => {
    const key = keys.get(view.id) ?? view.id
    const keyed = { ...view, ...withItemKeys(view) }
    const nameOf: Name = (words) => {
      const name = unique(words)
      secrets.push({ name, at: `${kind} ${key}` })
      return `\${secret:${name}}`
    }
    const whole = keepsSecrets ? keyed : (nameSecrets(keyed, [key], nameOf) as DefinedObject)
    if (keepsSecrets && hasPlain(keyed)) plain.push(`${kind} ${key}`)
    return withoutActive(toResource(kind, whole, key))
  })
  return { file: toFile(resources, { project, ...writing }), secrets, plain }
}
