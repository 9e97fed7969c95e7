import type { Page } from '@playwright/test'
import type { Problem } from './problem.ts'

/** Whether the browser loads code again that failed to load before in the same page: Chromium 156 does, and 150 did not. */
export async function loadsAgain(page: Page, problem: Problem): Promise<boolean> {
  const file = '/assets/tried-twice.js'
  let tries = 0
  problem.announce(404, file)
  await page.route(`**${file}`, (route) => {
    tries += 1
    return route.fulfill({ status: 404 })
  })
  await page.evaluate(async (url) => {
    await import(url).catch(() => {})
    await import(url).catch(() => {})
  }, file)
  await page.unroute(`**${file}`)
  return tries > 1
}
