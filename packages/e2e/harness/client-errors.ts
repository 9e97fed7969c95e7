import { expect, type Page } from '@playwright/test'

/** The next report of errors that the page sends, once the server has taken it. */
export const clientErrors = async (page: Page): Promise<unknown> => {
  const response = await page.waitForResponse((answer) => answer.url().endsWith('/api/v1/client-errors'))
  expect(response.status()).toBe(204)
  return response.request().postDataJSON()
}
