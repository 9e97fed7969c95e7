import type { JobName } from '@knockwire/domain/jobs'
import type { WorkHandler } from '@knockwire/queue/queue'
import type { ExecutorContext } from './context.ts'
import { sendRateMail } from './rates/mail/send-rate-mail.ts'
import { sendSystemMail } from './notify/system-mail/send-system-mail.ts'

interface Worker<N extends JobName> {
  /** Jobs of this queue under way at once. */
  concurrency: number
  handle: (context: ExecutorContext) => WorkHandler<N>
}

type Workers = { [N in Exclude<JobName, 'run'>]?: Worker<N> }

/** Which queue is worked by what. Runs have a loop of their own (run/runner.ts), since a slow call must hold no worker. */
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
