import type { JobName } from '@knockwire/domain/jobs'
import { isLastAttempt, LoggedFailure, type WorkHandler } from '@knockwire/queue/queue'
import { MailRejected } from '@knockwire/services/mail/mail'
import { framedSystemMail } from '@knockwire/services/mail/system-mail'
import type { ExecutorContext } from '../context.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { sendRateMail } from '../rates/mail/send-rate-mail.ts'

type Tools = ExecutorContext & { mailed: Metrics['mailed'] }

interface MailJob {
  name: 'system-mail' | 'rate-mail'
  kind: string
  accountId: string | undefined
  attempt: number
}

/** Sends and counts one mail. What is rejected for good is logged and not tried again; any other failure is logged and tried again. */
const sendCounted = async ({ name, kind, accountId, attempt }: MailJob, tools: Tools, send: () => Promise<boolean>) => {
  const { log, mailed } = tools
  const line = { job: name, kind, ...(accountId !== undefined && { accountId }), attempt: attempt + 1 }
  try {
    if (await send()) mailed(kind, 'sent')
  } catch (error) {
    if (error instanceof MailRejected) {
      mailed(kind, 'rejected')
      log.error({ ...line, outcome: 'rejected', err: error }, 'mail rejected')
      return
    }
    const outcome = isLastAttempt(name, attempt) ? 'failed' : 'retry'
    mailed(kind, outcome)
    log.error({ ...line, outcome, err: error }, 'mail failed')
    throw new LoggedFailure(String(error), { cause: error })
  }
}

const systemMails =
  (tools: Tools): WorkHandler<'system-mail'> =>
  ({ data, attempt }) => {
    const { kind = 'unknown', accountId } = data
    return sendCounted({ name: 'system-mail', kind, accountId, attempt }, tools, async () => {
      await tools.mailer.send(framedSystemMail(data))
      return true
    })
  }

const rateMails =
  (tools: Tools): WorkHandler<'rate-mail'> =>
  ({ data, attempt }) => {
    const { kind, accountId } = data
    const job = { name: 'rate-mail', kind: `rates ${kind.toLowerCase()}`, accountId, attempt } as const
    return sendCounted(job, tools, () => sendRateMail(data, tools))
  }

interface Worker<N extends JobName> {
  /** Jobs of this queue in flight at once. */
  concurrency: number
  handle: (tools: Tools) => WorkHandler<N>
}

type Workers = { [N in Exclude<JobName, 'run'>]?: Worker<N> }

/** Which queue is worked by what. Runs have their own loop (run/run-worker.ts), as deliveries have, since a slow call must not block a worker. */
const workers: Workers = {
  'rate-mail': { concurrency: 4, handle: rateMails },
  'system-mail': { concurrency: 2, handle: systemMails },
}

export const startWorkers = async (context: ExecutorContext, mailed: Metrics['mailed']): Promise<void> => {
  const tools = { ...context, mailed }
  for (const name of Object.keys(workers) as (keyof Workers)[]) await startWorker(name, workers[name], tools)
}

const startWorker = async <N extends JobName>(name: N, worker: Worker<N> | undefined, tools: Tools) => {
  if (worker) await tools.queue.work(name, { concurrency: worker.concurrency }, worker.handle(tools))
}
