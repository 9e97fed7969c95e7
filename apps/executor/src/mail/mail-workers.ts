import type { JobName, SystemMailJob } from '@knockwire/domain/jobs'
import type { WorkHandler } from '@knockwire/queue/queue'
import { type Mailer, MailRejected } from '@knockwire/services/mail/mail'
import { framedSystemMail } from '@knockwire/services/mail/system-mail'
import type { Logger } from 'pino'
import type { ExecutorContext } from '../context.ts'
import { sendRateMail } from '../rates/mail/send-rate-mail.ts'

/** What is refused for good is logged and not tried again; any other failure is. */
const sendSystemMail = async (mail: SystemMailJob, { mailer, log }: { mailer: Mailer; log: Logger }): Promise<void> => {
  try {
    await mailer.send(framedSystemMail(mail))
  } catch (error) {
    if (!(error instanceof MailRejected)) throw error
    log.error({ err: error, subject: mail.subject }, 'mail rejected')
  }
}

interface Worker<N extends JobName> {
  /** Jobs of this queue in flight at once. */
  concurrency: number
  handle: (context: ExecutorContext) => WorkHandler<N>
}

type Workers = { [N in Exclude<JobName, 'run'>]?: Worker<N> }

/** Which queue is worked by what. Runs have a loop of their own (run/run-worker.ts), as deliveries have, since a slow call must not block a worker. */
const workers: Workers = {
  'rate-mail': { concurrency: 4, handle: (context) => (job) => sendRateMail(job.data, context) },
  'system-mail': { concurrency: 2, handle: (context) => (job) => sendSystemMail(job.data, context) },
}

export const startWorkers = async (context: ExecutorContext): Promise<void> => {
  for (const name of Object.keys(workers) as (keyof Workers)[]) await startWorker(name, workers[name], context)
}

const startWorker = async <N extends JobName>(name: N, worker: Worker<N> | undefined, context: ExecutorContext) => {
  if (worker) await context.queue.work(name, { concurrency: worker.concurrency }, worker.handle(context))
}
