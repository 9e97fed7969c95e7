import { Resource } from '@knockwire/domain/definitions/apply'
import { CallError, type Client } from './client.ts'
import { UserError } from '../cli.ts'

type Kind = Resource['kind']

interface Item {
  id?: string
  key: string | null
  name?: string
  type?: string
}

/** A task or receiver as the server shows it whole: what defines it, and what it has come to. */
export interface ObjectView {
  id: string
  key: string | null
  name: string | null
  managedBy: { project: string } | null
  notifications: Item[]
  charts?: Item[]
}

const pageSize = 100
const include = { task: 'notifications,charts', receiver: 'notifications' } as const

/** All of the account, with all that belongs to each. */
export async function readObjects(client: Client, kind: Kind): Promise<ObjectView[]> {
  const objects: ObjectView[] = []
  for (let page = 0; ; page += 1) {
    const { results, total } = await client.call<{ results: ObjectView[]; total: number }>(
      'GET',
      `/${kind}s/definitions?page=${page}&size=${pageSize}`,
    )
    objects.push(...results)
    if (results.length === 0 || objects.length >= total) return objects
  }
}

/** By its key, or by its id. */
export async function findObject(client: Client, kind: Kind, named: string): Promise<ObjectView> {
  const path = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(named) ? named : `by-key/${encodeURIComponent(named)}`
  try {
    return await client.call<ObjectView>('GET', `/${kind}s/${path}?include=${include[kind]}`)
  } catch (error) {
    if (error instanceof CallError && error.status === 404) throw new UserError(`There is no ${kind} ${named}.`)
    throw error
  }
}

const [taskSchema, receiverSchema] = Resource.options

/** What defines it: as `apply` takes it. */
export function toResource(kind: Kind, view: ObjectView, key: string): Resource {
  const schema = kind === 'task' ? taskSchema : receiverSchema
  const picked = Object.fromEntries(
    Object.keys(schema.shape).flatMap((name) => (name in view ? [[name, Reflect.get(view, name)]] : [])),
  )
  return Resource.parse({ ...picked, kind, key })
}
