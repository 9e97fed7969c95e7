import { describeCondition } from '@knockwire/domain/conditions/describe'
import type { Queue } from '@knockwire/queue/queue'
import { createDeliveries, type DeliveryToCreate } from '../deliver/create-deliveries.ts'
import { sendDeliveries } from '@knockwire/services/deliveries/delivery-jobs'
import type pg from 'pg'
import { type DecidedExecution, type DecidedSubject, isTest, subjectOfExecution } from './read-rules.ts'
import type { Rule } from './rules.ts'
import { findSilentTests } from './silent-tests.ts'

/** An execution whose conditions cannot be decided because of an error on this server, and the rules that it had. */
export interface Undecided {
  execution: DecidedExecution
  rules: readonly Rule[]
}

/** Notifies of each that it could not be decided: nobody who waits for an alert takes silence for good news. */
export const notifyUndecided = async (
  client: pg.ClientBase,
  queue: Queue,
  undecided: readonly Undecided[],
): Promise<void> => {
  const silent = await findSilentTests(
    client,
    undecided.map(({ execution }) => execution.executionId),
  )
  const audible = undecided.filter(({ execution }) => !silent.has(execution.executionId))
  const toCreate = audible.flatMap(({ execution, rules }) => noticesOf(subjectOfExecution(execution), rules))
  if (toCreate.length > 0) await sendDeliveries(queue, client, await createDeliveries(client, toCreate))
}

/** Of one of which nothing could be decided: a delivery for each of its rules. */
export const noticesOf = (subject: DecidedSubject, rules: readonly Rule[]): DeliveryToCreate[] =>
  rules.map(({ notificationId, condition }) => ({
    notificationId,
    accountId: subject.accountId,
    subjectId: subject.subjectId,
    occasion: 'HOLDS',
    verdict: {
      description: `Could not be decided because of an error on this server: ${describeCondition(condition)}`,
      value: null,
    },
    isRequested: isTest(subject),
  }))

/** The same within a transaction that must be committed whether or not it succeeds. */
export const tryWithin = async (
  client: pg.ClientBase,
  act: () => Promise<void>,
  onFailed: (error: unknown) => void,
): Promise<void> => {
  await client.query('savepoint attempt')
  try {
    await act()
    await client.query('release savepoint attempt')
  } catch (error) {
    await client.query('rollback to savepoint attempt')
    onFailed(error)
  }
}
