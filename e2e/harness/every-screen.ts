import { expect, type Page } from '@playwright/test'
import type { Api } from './api.ts'
import { prepareReceivers, receiverScreens, requestScreens, type ReceiverWorld } from './every-receiver-screen.ts'
import { runs, section, snackbar } from './screens.ts'
import { answers, type TargetServer } from './target-server.ts'
import type { Trouble } from './trouble.ts'

/** What the screens are of. */
export interface World {
  active: string
  disabled: string
  /** A task's newest run, its failed one and one with an HTML answer. */
  runIds: { newest: string; failed: string; html: string }
  receivers: ReceiverWorld
}

export interface Screen {
  name: string
  /** Brings the page there; settled when it is there whole. */
  open: (page: Page, world: World, trouble: Trouble) => Promise<void>
}

const menu = {
  tea: 'https://tea.example/price',
  teapot: { kind: 'Oolong', price: 7.25, stock: [{ shop: 'north', count: 12 }] },
  page: '<!doctype html><html><head><title>Tea</title></head><body><main><h1>Menu</h1></main></body></html>',
}

/** An account that has something on each screen. */
export const prepareWorld = async (api: Api, targets: TargetServer): Promise<World> => {
  const target = targets.target()
  const active = await api.createTask({ name: 'Price of tea', url: target.url, scheduler: { mode: 'INTERVAL' } })
  const make = async (...reactions: Parameters<typeof target.reacts>) => {
    target.reacts(...reactions)
    return (await api.run(active.id)).id
  }
  const failed = await make('reset')
  const html = await make(answers.html(menu.page))
  await make(answers.plain('gone', 410))
  const newest = await make(answers.json(menu.teapot))
  await api.addBookmark(active.id, { name: 'Price', source: 'response_body_json', property: 'price' })
  const disabled = await api.createTask({ url: `${menu.tea}?cup=${'large-'.repeat(20)}`, request: { method: 'POST' } })
  await api.deactivate(disabled.id)
  const runIds = { newest, failed, html }
  return { active: active.id, disabled: disabled.id, runIds, receivers: await prepareReceivers(api) }
}

const heading = (page: Page, text: string | RegExp) => expect(page.getByRole('heading', { level: 1 })).toHaveText(text)

const go = async (page: Page, path: string, text: string | RegExp): Promise<void> => {
  await page.goto(path)
  await heading(page, text)
}

const at = (name: string, path: string, text: string | RegExp): Screen => ({
  name,
  open: (page) => go(page, path, text),
})

const openDraft = async (page: Page) => {
  await go(page, '/dashboard/drafts/new', 'Create task')
  await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible()
  return { request: section(page, 'Request Settings'), schedule: section(page, 'Request Schedule') }
}

const openTask = async (page: Page, taskId: string) => {
  await go(page, `/dashboard/tasks/${taskId}`, /./)
  await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible()
  return { request: section(page, 'Request Settings'), schedule: section(page, 'Request Schedule') }
}

const openHistory = async (page: Page, taskId: string) => {
  await go(page, `/dashboard/tasks/${taskId}/executions`, 'Price of tea')
  await expect(page.getByRole('img', { name: /^Response Time of/ })).toBeVisible()
}

const openRun = async (page: Page, { active }: World, runId: string) => {
  await page.goto(`/dashboard/tasks/${active}/executions/${runId}`)
  await expect(runs(page).and(page.locator('[aria-current]'))).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Response Body' })).toBeVisible()
}

const visitors: Screen[] = [
  at('sign-in', '/signin', 'Sign in'),
  at('sign-up', '/signup', 'Create an account'),
  at('forgot', '/forgot', 'Forgot password'),
  at('docs', '/docs', /./),
  at('blog', '/blog', /./),
  {
    name: 'sign-up-refused',
    open: async (page) => {
      await go(page, '/signup', 'Create an account')
      await page.getByRole('button', { name: 'Create account' }).click()
      await expect(page.locator('[aria-invalid="true"]')).toHaveCount(2)
    },
  },
]

const lists: Screen[] = [
  {
    name: 'tasks',
    open: async (page) => {
      await go(page, '/dashboard/tasks', 'Tasks')
      await expect(page.getByRole('link', { name: 'Price of tea', exact: true })).toBeVisible()
    },
  },
  {
    name: 'tasks-not-found',
    open: async (page) => {
      await go(page, '/dashboard/tasks?search=coffee', 'Tasks')
      await expect(page.getByText('No such task found.')).toBeVisible()
    },
  },
  at('account', '/dashboard/account', 'Account'),
  at('support', '/dashboard/support', 'Support'),
  at('nowhere', '/dashboard/nowhere', 'Not found'),
  {
    name: 'shortcuts',
    open: async (page) => {
      await go(page, '/dashboard/support', 'Support')
      await page.keyboard.press('?')
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    },
  },
  {
    name: 'profile-menu',
    open: async (page) => {
      await go(page, '/dashboard/support', 'Support')
      await page.getByRole('button', { name: 'Ada' }).click()
      await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
    },
  },
  {
    name: 'color-scheme-menu',
    open: async (page) => {
      await go(page, '/dashboard/support', 'Support')
      await page.getByRole('button', { name: 'Color scheme: System' }).click()
      await expect(page.getByRole('menuitem', { name: 'Dark' })).toBeVisible()
    },
  },
]

const drafts: Screen[] = [
  { name: 'draft', open: async (page) => void (await openDraft(page)) },
  {
    name: 'draft-cron',
    open: async (page) => {
      const { request, schedule } = await openDraft(page)
      await request.getByLabel('Method').selectOption('POST')
      await request.getByRole('switch', { name: 'Basic authentication' }).click()
      await request.getByRole('switch', { name: 'Allow insecure certificates' }).click()
      await request.getByRole('button', { name: 'Add header' }).click()
      await schedule.getByText('Cron', { exact: true }).click()
      await schedule.getByLabel('Cron expression').fill('*/15 9-17 * * 1-5')
      await expect(schedule.getByRole('listitem')).toHaveCount(5)
    },
  },
  {
    name: 'draft-one-time',
    open: async (page) => {
      const { schedule } = await openDraft(page)
      await schedule.getByText('One time', { exact: true }).click()
      await expect(schedule.getByLabel('Year')).toBeVisible()
    },
  },
  {
    name: 'draft-refused',
    open: async (page, _world, trouble) => {
      const { request, schedule } = await openDraft(page)
      await request.getByRole('switch', { name: 'Basic authentication' }).click()
      await schedule.getByText('Cron', { exact: true }).click()
      await schedule.getByLabel('Cron expression').fill('every day')
      trouble.announce(422, 'activate=true')
      await page.getByRole('button', { name: 'Create', exact: true }).click()
      await expect(page.locator('[aria-invalid="true"]')).toHaveCount(4)
      await expect(snackbar(page, 'Error creating task')).toBeVisible()
    },
  },
]

const tasks: Screen[] = [
  { name: 'task', open: async (page, { active }) => void (await openTask(page, active)) },
  { name: 'task-disabled', open: async (page, { disabled }) => void (await openTask(page, disabled)) },
  {
    name: 'task-edited',
    open: async (page, { active }) => {
      const { request, schedule } = await openTask(page, active)
      await request.getByRole('button', { name: 'Edit' }).click()
      await schedule.getByRole('button', { name: 'Edit' }).click()
    },
  },
  {
    name: 'task-status-menu',
    open: async (page, { disabled }) => {
      await openTask(page, disabled)
      await page.getByRole('button', { name: 'Disabled' }).click()
      await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
    },
  },
  {
    name: 'task-delete',
    open: async (page, { disabled }) => {
      await openTask(page, disabled)
      await page.getByRole('button', { name: 'Disabled' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await expect(page.getByRole('dialog', { name: 'Delete task' })).toBeVisible()
    },
  },
  {
    name: 'task-nowhere',
    open: async (page, _world, trouble) => {
      trouble.announce(404, '/api/v1/tasks/')
      await page.goto('/dashboard/tasks/01900000-0000-7000-8000-000000000000')
      await expect(page.getByText('There is no such task')).toBeVisible()
    },
  },
]

const histories: Screen[] = [
  { name: 'history', open: async (page, { active }) => openHistory(page, active) },
  {
    name: 'history-marked',
    open: async (page, { active }) => {
      await openHistory(page, active)
      const chart = page.getByRole('img', { name: /^Response Time of/ })
      await chart.focus()
      await chart.press('ArrowLeft')
    },
  },
  { name: 'history-run-json', open: async (page, world) => openRun(page, world, world.runIds.newest) },
  { name: 'history-run-html', open: async (page, world) => openRun(page, world, world.runIds.html) },
  { name: 'history-run-failed', open: async (page, world) => openRun(page, world, world.runIds.failed) },
  {
    name: 'history-bookmark',
    open: async (page, { active }) => {
      await openHistory(page, active)
      await page.getByLabel('Source').selectOption('response_body_json')
      await page.getByLabel('Property').fill('price')
      await page.getByRole('button', { name: 'Add bookmark' }).click()
      await expect(page.getByRole('dialog', { name: 'Add bookmark' })).toBeVisible()
    },
  },
  {
    name: 'history-bookmark-edited',
    open: async (page, { active }) => {
      await openHistory(page, active)
      await page.getByRole('button', { name: 'Edit bookmark Price' }).click()
      await expect(page.getByRole('dialog', { name: 'Edit bookmark' })).toBeVisible()
    },
  },
  {
    name: 'history-empty',
    open: async (page, { disabled }) => {
      await page.goto(`/dashboard/tasks/${disabled}/executions`)
      await expect(page.getByText('There is no record yet.', { exact: false })).toBeVisible()
    },
  },
]

export const everyScreen: Record<string, Screen[]> = {
  visitors,
  lists,
  drafts,
  tasks,
  histories,
  receivers: receiverScreens,
  requests: requestScreens,
}
