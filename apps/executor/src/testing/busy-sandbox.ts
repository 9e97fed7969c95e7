import { createSandbox, type Sandbox } from '../sandbox/sandbox.ts'

/** A sandbox in which no turn comes for as long as it is told to be busy. */
export const makeBusy = async (sandbox: Sandbox) => {
  const closed = createSandbox()
  await closed.close()
  let isBusy = false
  let refused = 0
  const busy: Sandbox = {
    run: (accountId, job, options) => {
      if (isBusy) refused += 1
      return (isBusy ? closed : sandbox).run(accountId, job, options)
    },
    isPenalised: (accountId) => sandbox.isPenalised(accountId),
    close: () => sandbox.close(),
  }
  return { sandbox: busy, refused: () => refused, setBusy: (wanted: boolean) => void (isBusy = wanted) }
}
