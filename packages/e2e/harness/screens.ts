import { expect, type Locator, type Page } from '@playwright/test'

/** "Request Settings" or "Request Schedule" of a task. */
export const section = (page: Page, name: 'Request Settings' | 'Request Schedule'): Locator =>
  page.getByRole('region', { name })

/** The message at the top center with these words. */
export const snackbar = (page: Page, text: string): Locator =>
  page.locator('.kw-snackbar').filter({ hasText: new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`) })

/** A pattern of a time to the minute: with its day where that is not the reader's today, and its year where that is not this one. */
export const minuteTime = String.raw`([A-Z][a-z]+ \d+, (\d{4}, )?)?\d+:\d\d [AP]M`

/** The rows of a task's history, without the head and without what is opened. */
export const runs = (page: Page): Locator =>
  page
    .getByRole('table', { name: 'Details' })
    .getByRole('row')
    .filter({ has: page.locator('td > button') })

/** The rows of the task list, without the head. */
export const taskRows = (page: Page): Locator =>
  page
    .getByRole('table', { name: 'Tasks' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })

/** What is said about a field, its error included. */
export const expectFieldError = async (field: Locator, error: RegExp): Promise<void> => {
  await expect(field).toHaveAccessibleDescription(error)
  await expect(field).toHaveAttribute('aria-invalid', 'true')
}

/** One part of an opened run, such as "Request Headers". */
export const part = (page: Page, title: string): Locator =>
  page.getByRole('table', { name: 'Details' }).locator('section', {
    has: page.getByRole('heading', { name: title, exact: true }),
  })

/** What the chart shows at its points, newest first, as the arrow keys announce it. */
export const plotted = async (chart: Locator, count: number): Promise<string[]> => {
  const tooltip = chart.locator('xpath=following-sibling::*[@data-tooltip]').locator('strong')
  await chart.blur()
  await expect(tooltip).toHaveCount(0)
  await chart.focus()
  const values: string[] = []
  for (let point = 0; point < count; point++) {
    await chart.press('ArrowLeft')
    values.push(await tooltip.innerText())
  }
  return values
}
