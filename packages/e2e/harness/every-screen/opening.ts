import { expect, type Page } from '@playwright/test'
import { runs, section } from '../screens.ts'
import type { Problem } from '../problem.ts'
import type { World } from './world.ts'

export interface Screen {
  name: string
  /** Brings the page there; settled when it is there whole. */
  open: (page: Page, world: World, problem: Problem) => Promise<void>
}

const heading = (page: Page, text: string | RegExp) => expect(page.getByRole('heading', { level: 1 })).toHaveText(text)

export const go = async (page: Page, path: string, text: string | RegExp): Promise<void> => {
  await page.goto(path)
  await heading(page, text)
}

export const at = (name: string, path: string, text: string | RegExp): Screen => ({
  name,
  open: (page) => go(page, path, text),
})

export const openDraft = async (page: Page) => {
  await go(page, '/dashboard/drafts/new', 'Create task')
  await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible()
  return { request: section(page, 'Request Settings'), schedule: section(page, 'Request Schedule') }
}

export const openTask = async (page: Page, taskId: string) => {
  await go(page, `/dashboard/tasks/${taskId}`, /./)
  await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible()
  return { request: section(page, 'Request Settings'), schedule: section(page, 'Request Schedule') }
}

export const openHistory = async (page: Page, taskId: string) => {
  await go(page, `/dashboard/tasks/${taskId}/executions`, 'Price of tea')
  await expect(page.getByRole('slider', { name: /^Response Time of/ })).toBeVisible()
}

export const openRun = async (page: Page, { active }: World, runId: string) => {
  await page.goto(`/dashboard/tasks/${active}/executions/${runId}`)
  await expect(runs(page).and(page.locator('[aria-current]'))).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Response Body' })).toBeVisible()
}
