import { describeCondition } from '@knockwire/domain/conditions/describe'
import { sendDeliveries } from '@knockwire/services/deliveries/delivery-jobs'
import type { Queue } from '@knockwire/queue/queue'
import type pg from 'pg'
import type { Decided } from '../conditions/decide-all.ts'
import { toStorable } from '../conditions/remembered-value.ts'
import { type Telling, writeDeliveries } from './write-deliveries.ts'

/** Writes and queues what the decisions tell, in the transaction that ends the executions. */
export const tell = async (client: pg.ClientBase, queue: Queue, decided: readonly Decided[]): Promise<void> => {
  const tellings = decided.flatMap(toTelling)
  if (tellings.length > 0) await sendDeliveries(queue, client, await writeDeliveries(client, tellings))
}

const toTelling = ({ execution, rule, decision }: Decided): Telling[] => {
  const { executionId, accountId } = execution
  const { tells: occasion, verdict } = decision
  if (occasion === null) return []
  const { notificationId, condition } = rule
  const told = { description: describeCondition(condition), value: toStorable(verdict.value) }
  return [{ notificationId, accountId, executionId, occasion, verdict: told }]
}
