import { sleep } from '../parts/bench.ts'
import type { World } from './world.ts'

export interface Trial {
  name: string
  /** Breaks it. What it gives is done again and again while the alerts are waited for. */
  break: (world: World) => Promise<void | (() => Promise<unknown>)>
  /** All of these have to fire. */
  fires: readonly string[]
  /** These may fire too: they tell of the same fault. */
  may?: readonly string[]
}

const restarts = 6

/** Nothing, and eleven faults; each on its own server. */
export const trials: readonly Trial[] = [
  { name: 'nothing is wrong', break: async () => {}, fires: [] },
  {
    name: 'the executor was killed',
    break: ({ killExecutor }) => killExecutor(),
    fires: ['KnockwireNoExecutor', 'KnockwireProcessGone', 'KnockwireTasksNotQueued'],
    may: ['KnockwireDeliveriesLate'],
  },
  {
    name: 'the executor hangs',
    break: async ({ executor }) => void executor().process.kill('SIGSTOP'),
    fires: ['KnockwireNoExecutor', 'KnockwireProcessGone', 'KnockwireTasksNotQueued'],
    may: ['KnockwireDeliveriesLate'],
  },
  {
    name: 'the executor ends again and again',
    break: async ({ killExecutor, startExecutor }) => {
      for (let time = 0; time < restarts; time += 1) {
        await killExecutor()
        await startExecutor()
        // Seen by a scrape in between; starts are told apart by whole seconds.
        await sleep(2500)
      }
    },
    fires: ['KnockwireProcessRestarts'],
    // A run that was in flight is made by the next process.
    may: ['KnockwireProcessGone', 'KnockwireTasksNotQueued', 'KnockwireNoExecutor', 'KnockwireRunsStartLate'],
  },
  {
    name: 'the API was killed',
    break: ({ killApi }) => killApi(),
    fires: ['KnockwireNoApi', 'KnockwireProcessGone'],
  },
  {
    name: 'the database is gone',
    break: async ({ shutDownDatabase, sendWebhook }) => {
      await shutDownDatabase()
      return sendWebhook
    },
    fires: ['KnockwireDatabaseAway', 'KnockwireReceiversBusy'],
    may: [
      'KnockwireReceivedRequestsNotStored',
      'KnockwireConnectionsAwaited',
      'KnockwireProcessGone',
      'KnockwireCommitsSlow',
      'KnockwireNoApi',
      'KnockwireNoExecutor',
    ],
  },
  {
    name: 'the mail server is gone',
    break: async ({ mail, accounts, requestCode }) => {
      mail.stop()
      for (const { email } of accounts) await requestCode(email)
    },
    fires: ['KnockwireSystemMailsLate'],
    may: ['KnockwireSystemMailsLost'],
  },
  {
    name: 'the runs of one account of three fail',
    break: async ({ breakTasks }) => void (await breakTasks(1)),
    fires: [],
  },
  {
    name: 'the runs of all accounts fail',
    break: async ({ breakTasks }) => void (await breakTasks(3)),
    fires: ['KnockwireRunsFail'],
  },
  {
    name: 'the notifications of one account of three fail',
    break: async ({ breakHooks }) => void (await breakHooks(1)),
    fires: [],
  },
  {
    name: 'the notifications of all accounts fail',
    break: async ({ breakHooks }) => void (await breakHooks(3)),
    fires: ['KnockwireDeliveriesFail'],
  },
]
