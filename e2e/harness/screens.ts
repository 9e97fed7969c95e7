import { expect, type Locator, type Page } from '@playwright/test'

/** "Request Settings" or "Request Schedule" of a task. */
export const section = (page: Page, name: 'Request Settings' | 'Request Schedule'): Locator =>
  page.getByRole('region', { name })

/** The message at the top center with these words. */
export const snackbar = (page: Page, text: string): Locator =>
  page.locator('.kw-snackbar').filter({ hasText: new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`) })

/** The rows of a task's history, without the head and without what is opened. */
export const runs = (page: Page): Locator =>
  page
    .getByRole('table', { name: 'Details' })
    .getByRole('row')
    .filter({ has: page.locator('[aria-expanded]') })

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
