import { describeCondition } from '@knockwire/domain/conditions/describe'
import { sendDeliveries } from '@knockwire/services/deliveries/delivery-jobs'
import type { Queue } from '@knockwire/queue/queue'
import type pg from 'pg'
import type { Decided } from '../conditions/decide-all.ts'
import { toStorable } from '../conditions/remembered-value.ts'
import { type DeliveryToCreate, createDeliveries } from '@knockwire/services/deliveries/create-deliveries'

/** Writes and queues what the decisions tell, in the transaction that ends the executions. */
export const tell = async (client: pg.ClientBase, queue: Queue, decided: readonly Decided[]): Promise<void> => {
  const toCreate = decided.flatMap(toDelivery)
  if (toCreate.length > 0) await sendDeliveries(queue, client, await createDeliveries(client, toCreate))
}

const toDelivery = ({ execution, rule, decision }: Decided): DeliveryToCreate[] => {
  const { executionId, accountId } = execution
  const { tells: occasion, verdict } = decision
  if (occasion === null) return []
  const { notificationId, condition } = rule
  const told = { description: describeCondition(condition), value: toStorable(verdict.value) }
  return [{ notificationId, accountId, executionId, occasion, verdict: told }]
}
