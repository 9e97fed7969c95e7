import { CallError, type Client } from '../api/client.ts'
import { UserError } from '../cli.ts'

export interface FoundReceiver {
  id: string
  name: string
  url: string
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

const notFound = (named: string) => new UserError(`There is no receiver ${named}.`, 5)

/** By its id, its key or its URL. */
export async function findReceiver(client: Client, named: string): Promise<FoundReceiver> {
  if (/^https?:/.test(named)) return findByUrl(client, named.replace(/[?#].*/, ''))
  try {
    return await (uuid.test(named)
      ? client.getReceiver({ receiverId: named })
      : client.getReceiverByKey({ key: named }))
  } catch (error) {
    if (error instanceof CallError && error.status === 404) throw notFound(named)
    throw error
  }
}

async function findByUrl(client: Client, url: string): Promise<FoundReceiver> {
  for (let page = 0; ; page += 1) {
    const { results, total } = await client.listReceivers({ page, size: 100 })
    const found = results.find((receiver) => receiver.url === url)
    if (found !== undefined) return found
    if (results.length === 0 || (page + 1) * 100 >= total) throw notFound(url)
  }
}
