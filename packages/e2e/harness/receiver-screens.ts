import { expect, type Locator, type Page } from '@playwright/test'

/** The rows of the receiver list, without the head. */
export const receiverRows = (page: Page): Locator =>
  page
    .getByRole('table', { name: 'Receivers' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })

const requests = (page: Page): Locator => page.getByRole('table', { name: 'Requests', exact: true })

/** The rows of a receiver's history, without the head and without what is opened. */
export const requestRows = (page: Page): Locator =>
  requests(page)
    .getByRole('row')
    .filter({ has: page.locator('td > button') })

/** One part of an opened request, such as "Request Headers". */
export const requestPart = (page: Page, title: string): Locator =>
  requests(page).locator('section', { has: page.getByRole('heading', { name: title, exact: true }) })

/** "URL", "Heartbeat" or "Response Settings" of a receiver. */
export const receiverSection = (page: Page, name: 'URL' | 'Response Settings' | 'Heartbeat'): Locator =>
  page.getByRole('region', { name, exact: true })

/** Opens the status menu and chooses from it. */
export const chooseStatus = async (page: Page, action: 'Activate' | 'Deactivate' | 'Delete'): Promise<void> => {
  await page.getByRole('button', { name: /^(Active|Disabled)$/ }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** The field that holds a receiver's answer. */
export const responseBody = (page: Page): Locator => page.getByRole('textbox', { name: 'Response body', exact: true })

/** What callers of a receiver get. */
export const callReceiver = async (url: string, init?: RequestInit) => {
  const answer = await fetch(url, init)
  return { code: answer.status, contentType: answer.headers.get('content-type'), body: await answer.text() }
}

/** Sends so many, and waits until all were answered. */
export const sendMany = async (url: string, count: number): Promise<void> => {
  const codes = await Promise.all(
    Array.from({ length: count }, async (_, index) => (await callReceiver(`${url}?n=${index}`)).code),
  )
  expect(new Set(codes)).toEqual(new Set([200]))
}
