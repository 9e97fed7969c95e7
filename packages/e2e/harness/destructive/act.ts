import type { Page } from '@playwright/test'
import { notifyApiOf } from '../notify-api.ts'

/** What the first account has. */
export interface Things {
  taskId: string
  disabledTaskId: string
  receiverId: string
  activeReceiverId: string
  email: string
}

/** One destructive action of a page. */
export interface Act {
  /** Where the first account's window is. */
  path: (things: Things) => string
  prepare?: (page: Page, things: Things) => Promise<void>
  act: (page: Page) => Promise<void>
}

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
export const confirmIn = (page: Page, title: string, label: string) =>
  page.getByRole('dialog', { name: title }).getByRole('button', { name: label, exact: true }).click()
export const chooseRow = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` }).check()
export const dismissMessage = (page: Page) => page.getByRole('button', { name: 'Dismiss' }).last().click()
export const menu = async (page: Page, state: string, item: string) => {
  await press(page, state)
  await page.getByRole('menuitem', { name: item }).hover()
}
export const pressItem = (page: Page, item: string) => page.getByRole('menuitem', { name: item }).click()
export const notifyOf = (page: Page) => notifyApiOf(page.request, new URL(page.url()).origin)
