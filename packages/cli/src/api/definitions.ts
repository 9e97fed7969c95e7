import type { Resource } from '@knockwire/domain/definitions/apply'
import type { DefinedObject } from '@knockwire/domain/file/export-file'
import { CallError, type Client } from './client.ts'
import { UserError } from '../cli.ts'

type Kind = Resource['kind']

const pageSize = 100
const include = { task: 'notifications,charts', receiver: 'notifications' } as const

/** All of the account, with all that belongs to each. */
export async function readObjects(client: Client, kind: Kind): Promise<DefinedObject[]> {
  const objects: DefinedObject[] = []
  for (let page = 0; ; page += 1) {
    const { results, total } = await client.call<{ results: DefinedObject[]; total: number }>(
      'GET',
      `/${kind}s/definitions?page=${page}&size=${pageSize}`,
    )
    objects.push(...results)
    if (results.length === 0 || objects.length >= total) return objects
  }
}

/** By its key, or by its id. */
export async function findObject(client: Client, kind: Kind, named: string): Promise<DefinedObject> {
  const path = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(named) ? named : `by-key/${encodeURIComponent(named)}`
  try {
    return await client.call<DefinedObject>('GET', `/${kind}s/${path}?include=${include[kind]}`)
  } catch (error) {
    if (error instanceof CallError && error.status === 404) throw new UserError(`There is no ${kind} ${named}.`)
    throw error
  }
}
