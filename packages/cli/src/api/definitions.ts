import type { Resource } from '@knockwire/domain/definitions/apply'
import type { DefinedObject } from '@knockwire/domain/file/export-file'
import { CallError, type Client } from './client.ts'
import { UserError } from '../cli.ts'

type Kind = Resource['kind']

const pageSize = 100

/** All of the account, with all that belongs to each. */
export async function readObjects(client: Client, kind: Kind): Promise<DefinedObject[]> {
  const list = kind === 'task' ? client.listTaskDefinitions : client.listReceiverDefinitions
  const objects: DefinedObject[] = []
  for (let page = 0; ; page += 1) {
    const { results, total } = await list({ page, size: pageSize })
    objects.push(...results)
    if (results.length === 0 || objects.length >= total) return objects
  }
}

/** A task by its key, or by its id. */
export async function findTask(client: Client, named: string): Promise<DefinedObject> {
  const isId = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(named)
  try {
    return isId ? await client.getTaskDefinition({ taskId: named }) : await client.getTaskByKey({ key: named })
  } catch (error) {
    if (error instanceof CallError && error.status === 404) throw new UserError(`There is no task ${named}.`)
    throw error
  }
}
