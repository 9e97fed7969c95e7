import type { Transaction } from '@knockwire/db/client'
import type { AuditEvent } from '@knockwire/services/audit/record-event'
import { changeSchedules } from '@knockwire/services/schedules/schedule'
import { taskName } from '../../../access/owned/owned-task.ts'
import { writeCharts } from '../../charts/charts.ts'
import { saveAddresses } from '../../receivers/heartbeat/save-addresses.ts'
import { saveExpectation, setHeartbeatStatus } from '../../receivers/heartbeat/save-heartbeat.ts'
import type { ReceiverPlan } from '../plan/plan-receiver.ts'
import type { TaskPlan } from '../plan/plan-task.ts'
import { freeKeys, writeNotifications, writeReceiverRows, writeTaskRows } from './write-rows.ts'

type Plan = TaskPlan | ReceiverPlan

const isTask = (plan: Plan): plan is TaskPlan => plan.kind === 'task'
const isReceiver = (plan: Plan): plan is ReceiverPlan => plan.kind === 'receiver'

/**
 * Writes what was planned for objects that are locked, all of them in a fixed number of statements but for what receivers expect,
 * in the order in which locks are taken elsewhere: tasks, then receivers, each before what belongs to it.
 */
export const writePlans = async (tx: Transaction, plans: readonly Plan[]): Promise<void> => {
  const [taskPlans, receiverPlans] = [plans.filter(isTask), plans.filter(isReceiver)]
  await freeKeys(tx, { taskIds: rekeyed(taskPlans), receiverIds: rekeyed(receiverPlans) })
  await writeTaskRows(
    tx,
    taskPlans.flatMap(({ row }) => row ?? []),
  )
  await changeSchedules(
    tx,
    taskPlans.flatMap(({ schedule }) => schedule ?? []),
  )
  await writeReceiverRows(
    tx,
    receiverPlans.flatMap(({ row }) => row ?? []),
  )
  for (const plan of receiverPlans) await writeExpectation(tx, plan)
  await writeNotifications(tx, {
    saved: plans.flatMap(({ notifications }) => notifications.saved),
    deleted: plans.flatMap(({ notifications }) => notifications.deleted),
    forgotten: plans.flatMap(({ notifications }) => notifications.forgotten),
  })
  await writeCharts(tx, {
    saved: taskPlans.flatMap(({ charts }) => charts.saved),
    deleted: taskPlans.flatMap(({ charts }) => charts.deleted),
  })
}

const rekeyed = (plans: readonly Plan[]) =>
  plans.filter(({ isNew, fields }) => !isNew && fields.some(({ path }) => path === '/key')).map(({ id }) => id)

const writeExpectation = async (tx: Transaction, { after, expectation, addresses, state }: ReceiverPlan) => {
  if (state !== null) await setHeartbeatStatus(tx, after.receiver.id, state === 'ACTIVE' ? 'ACTIVE' : 'DISABLED')
  if (expectation !== undefined) await saveExpectation(tx, after.receiver, expectation)
  if (addresses !== undefined) await saveAddresses(tx, after.receiver.id, addresses)
}

/** What the audit log has of a plan; nothing where it changes nothing. */
export const eventsOf = (plan: Plan): AuditEvent[] => {
  const type = plan.kind === 'task' ? 'TASK' : 'RECEIVER'
  const name = plan.kind === 'task' ? taskName(plan.after.task) : plan.after.receiver.name
  const object = { type, id: plan.id, name } as const
  if (plan.isNew) return [{ action: `${plan.kind}.created`, object }]
  const events: AuditEvent[] = []
  if (plan.changes.length > 0) events.push({ action: `${plan.kind}.updated`, object, changes: plan.changes })
  if (plan.state !== null)
    events.push({ action: plan.state === 'ACTIVE' ? `${plan.kind}.activated` : `${plan.kind}.deactivated`, object })
  return events
}
