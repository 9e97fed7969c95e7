import type { Sandbox } from '../sandbox/sandbox.ts'

export interface BusySandbox extends Sandbox {
  /** No turn comes: a job with a bounded wait is rejected at once, and all others wait. */
  setBusy: (isBusy: boolean) => void
  /** Those who wait however long are kept waiting. */
  pauseWaiting: (isPaused: boolean) => void
  penalise: (accountId: string | null) => void
  /** How many jobs were rejected as no turn came. */
  rejected: () => number
  /** How many times values were to be read by a caller that waits only so long. */
  reads: () => number
}

/** A sandbox that is as busy as the test says. */
export const makeBusy = (sandbox: Sandbox): BusySandbox => {
  let isBusy = false
  let isPaused = false
  let penalised: string | null = null
  let rejected = 0
  let reads = 0
  const waiting: (() => void)[] = []
  const isClosed = Promise.withResolvers<'closed'>()
  const releaseWaiting = () => {
    if (!isBusy && !isPaused) for (const go of waiting.splice(0)) go()
  }
  const turn = () =>
    isBusy || isPaused ? Promise.race([new Promise<void>((resolve) => waiting.push(resolve)), isClosed.promise]) : null
  return {
    run: async (accountId, job, options) => {
      if (options?.maxWaitMs !== undefined) {
        if (job.kind === 'read') reads += 1
        if (!isBusy) return sandbox.run(accountId, job, options)
        rejected += 1
        return { kind: 'busy', reason: 'The test said so.' }
      }
      await turn()
      return sandbox.run(accountId, job, options)
    },
    isPenalised: (accountId) => accountId === penalised || sandbox.isPenalised(accountId),
    close: async () => {
      isClosed.resolve('closed')
      await sandbox.close()
    },
    setBusy: (requested) => {
      isBusy = requested
      releaseWaiting()
    },
    pauseWaiting: (requested) => {
      isPaused = requested
      releaseWaiting()
    },
    penalise: (accountId) => void (penalised = accountId),
    rejected: () => rejected,
    reads: () => reads,
  }
}
