import { type ExecutionRow, ExecutionPage } from '@knockwire/domain/executions/execution'
import { expect, type Page } from '@playwright/test'
import { makeDue } from './database.ts'
import type { Product } from './product.ts'

/** Runs an active task by its schedule, now: what a test sends was asked for, so that no mute and no limit an hour keeps it. */
export const runBySchedule = async (page: Page, product: Product, taskId: string): Promise<ExecutionRow> => {
  const newest = async () => {
    const answer = await page.request.get(`/api/v1/tasks/${taskId}/executions?page=0&size=1`)
    return ExecutionPage.parse(await answer.json()).results[0]
  }
  const before = await newest()
  await makeDue(product, taskId)
  await expect
    .poll(async () => {
      const run = await newest()
      return run !== undefined && run.id !== before?.id && /SUCCEEDED|FAILED/.test(run.status)
    })
    .toBe(true)
  const run = await newest()
  if (run === undefined) throw new Error('There is no execution.')
  return run
}
