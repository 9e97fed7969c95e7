import { countRuns } from '@knockwire/e2e/harness/database'
import { startProduct } from '@knockwire/e2e/harness/product'
import { signUpWithHistories } from '../lighthouse/sign-up-with-histories.ts'

const calls = 200

/** Milliseconds of each call for the chart of 30 days of a one-minute task, over HTTP, as the start command serves it. */
export const measureSeries = async (): Promise<readonly number[]> => {
  const { product, stop } = await startProduct()
  try {
    const { cookie, task } = await signUpWithHistories(product.dashboardUrl)
    await countRuns(product, task, 31)
    const times: number[] = []
    for (let count = 0; count < calls; count += 1) {
      const startedAt = performance.now()
      const response = await fetch(`${product.dashboardUrl}/api/v1/tasks/${task}/series?range=30d`, {
        headers: { cookie },
      })
      const { runs } = (await response.json()) as { runs: number }
      times.push(performance.now() - startedAt)
      if (runs < 40_000) throw new Error(`The series has ${runs} runs, of some 43,000 in 30 days.`)
    }
    return times
  } finally {
    await stop()
  }
}
