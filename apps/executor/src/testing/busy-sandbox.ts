import type { Sandbox } from '../sandbox/sandbox.ts'

export interface BusySandbox extends Sandbox {
  /** No turn comes: who waits only so long is told so at once, and all others wait. */
  setBusy: (isBusy: boolean) => void
  /** Those who wait however long are kept waiting. */
  holdWaiting: (isHeld: boolean) => void
  penalise: (accountId: string | null) => void
  /** How many jobs were told that no turn came. */
  refused: () => number
  /** How many times values were to be read by a caller that waits only so long. */
  asked: () => number
}

/** A sandbox that is as busy as the test says. */
export const makeBusy = (sandbox: Sandbox): BusySandbox => {
  let isBusy = false
  let isHeld = false
  let penalised: string | null = null
  let refused = 0
  let asked = 0
  const waiting: (() => void)[] = []
  const isClosed = Promise.withResolvers<'closed'>()
  const letGo = () => {
    if (!isBusy && !isHeld) for (const go of waiting.splice(0)) go()
  }
  const turn = () =>
    isBusy || isHeld ? Promise.race([new Promise<void>((resolve) => waiting.push(resolve)), isClosed.promise]) : null
  return {
    run: async (accountId, job, options) => {
      if (options?.maxWaitMs !== undefined) {
        if (job.kind === 'read') asked += 1
        if (!isBusy) return sandbox.run(accountId, job, options)
        refused += 1
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
    setBusy: (wanted) => {
      isBusy = wanted
      letGo()
    },
    holdWaiting: (wanted) => {
      isHeld = wanted
      letGo()
    },
    penalise: (accountId) => void (penalised = accountId),
    refused: () => refused,
    asked: () => asked,
  }
}
