import { deliveryJobNames } from '@knockwire/domain/jobs'
import { registerDatabaseGauges } from '@knockwire/services/metrics/database-gauges'
import { providerJobNames, retriedDeliveries } from './retried-deliveries.ts'
import { oldestDueSeconds } from '@knockwire/services/schedules/schedule'
import type { Registry } from 'prom-client'
import type { ApiContext } from '../../context.ts'
import { findUndecided } from './undecided-requests.ts'

/**
 * What waits in the database, measured by the API, so that it is known where no executor is left to say so. Every process
 * of the API reports the same.
 */
export const measureWork = (
  registry: Registry,
  { db, queue, log, now }: Pick<ApiContext, 'db' | 'queue' | 'log' | 'now'>,
): void =>
  registerDatabaseGauges(registry, {
    query: async () => {
      const [oldestDue, deliveries, retried, mails, undecided] = await Promise.all([
        oldestDueSeconds(db),
        queue.backlog(deliveryJobNames),
        retriedDeliveries(db, providerJobNames),
        queue.unfinished('system-mail'),
        findUndecided(db, now()),
      ])
      return { oldestDue, deliveries, retried, mails, undecided }
    },
    gauges: [
      {
        name: 'knockwire_oldest_due_seconds',
        help: 'How long the task that is due longest has waited to be queued; 0 where none is due.',
        of: ({ oldestDue }) => oldestDue,
      },
      {
        name: 'knockwire_delivery_jobs_waiting',
        help: 'Deliveries whose time has come and that no executor has taken.',
        of: ({ deliveries }) => deliveries.waiting,
      },
      {
        name: 'knockwire_oldest_delivery_seconds',
        help: 'How long the delivery that waits longest has waited since its time came, or by email, SMS or Slack since it was first tried in vain.',
        of: ({ deliveries, retried }) => Math.max(deliveries.oldestSeconds, retried.oldestSeconds),
      },
      {
        name: 'knockwire_system_mails_waiting',
        help: 'Mails of the server itself, such as codes, that are not sent yet, also those that are tried again.',
        of: ({ mails }) => mails.waiting,
      },
      {
        name: 'knockwire_oldest_system_mail_seconds',
        help: 'How long ago the oldest of them was queued; 0 where none waits.',
        of: ({ mails }) => mails.oldestSeconds,
      },
      {
        name: 'knockwire_undecided_requests',
        help: 'Received requests of which no executor has decided yet whether they notify.',
        of: ({ undecided }) => undecided.count,
      },
      {
        name: 'knockwire_oldest_undecided_request_seconds',
        help: 'How long ago the oldest of them was received; 0 where there is none.',
        of: ({ undecided }) => undecided.oldestSeconds,
      },
    ],
    onError: (error) => log.warn({ err: error }, 'what waits in the database could not be measured'),
  })
