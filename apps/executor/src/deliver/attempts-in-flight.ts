import { plainArray } from '@knockwire/db/sql-array'
import type pg from 'pg'
import type { Attempt } from './begin/begin-attempts.ts'
import { type DeliveryItem, deliveryIdOf } from './delivery-item.ts'

/** An attempt that this process is making or recording, and the items that end with it: more than one where its job came back. */
export interface AttemptInFlight {
  attempt: Attempt
  items: DeliveryItem[]
}

const newestSql = `
  select d.id from deliveries d
  join unnest($1::uuid[], $2::int[]) as in_flight (id, attempt) on in_flight.id = d.id
  where d.attempts = in_flight.attempt and d.status = 'PENDING'`

/**
 * The ids of those deliveries of which no other attempt has begun meanwhile. The attempt in flight still counts then,
 * and the holder of their jobs need not make another.
 */
const findNewest = async (
  client: pg.PoolClient,
  inFlight: readonly AttemptInFlight[],
): Promise<ReadonlySet<string>> => {
  if (inFlight.length === 0) return new Set()
  const values = [
    plainArray(inFlight.map(({ attempt }) => attempt.deliveryId)),
    plainArray(inFlight.map(({ attempt }) => attempt.attempt)),
  ]
  const { rows } = await client.query<{ id: string }>({ name: 'newest_attempts', text: newestSql, values })
  return new Set(rows.map(({ id }) => id))
}

/** The attempts that this process is making or recording, by their delivery. */
export class AttemptsInFlight {
  readonly #ofDelivery = new Map<string, AttemptInFlight>()

  begin(item: DeliveryItem, attempt: Attempt): AttemptInFlight {
    const inFlight = { attempt, items: [item] }
    this.#ofDelivery.set(attempt.deliveryId, inFlight)
    return inFlight
  }

  /** Items whose attempt is in flight here already, since before their lease was lost and they came back. */
  async findToJoin(
    client: pg.PoolClient,
    items: readonly DeliveryItem[],
  ): Promise<ReadonlyMap<DeliveryItem, AttemptInFlight>> {
    const found = items.flatMap((item) => {
      const inFlight = this.#ofDelivery.get(deliveryIdOf(item))
      return inFlight ? [{ item, inFlight }] : []
    })
    const newest = await findNewest(
      client,
      found.map(({ inFlight }) => inFlight),
    )
    const joining = found.filter(({ item }) => newest.has(deliveryIdOf(item)))
    return new Map(joining.map(({ item, inFlight }) => [item, inFlight]))
  }

  /** Has the item end with the attempt; false where that has ended meanwhile, so that its result is to be looked up. */
  join(item: DeliveryItem, inFlight: AttemptInFlight): boolean {
    if (this.#ofDelivery.get(deliveryIdOf(item)) !== inFlight) return false
    inFlight.items.push(item)
    return true
  }

  /** The attempt has ended with these items; gives those that joined while that was being recorded, which begin again. */
  end(inFlight: AttemptInFlight, ended: readonly DeliveryItem[]): DeliveryItem[] {
    const { deliveryId } = inFlight.attempt
    if (this.#ofDelivery.get(deliveryId) === inFlight) this.#ofDelivery.delete(deliveryId)
    return inFlight.items.filter((item) => !ended.includes(item))
  }
}
