import { expect, type Page } from '@playwright/test'
import type { Api, Person } from './api.ts'
import { insertExecutions, insertRequests, setPlan } from './database.ts'
import type { NotifyApi } from './notify-api.ts'
import type { Product } from './product.ts'
import { callReceiver } from './receiver-screens.ts'
import { runs } from './screens.ts'
import { answers, type TargetServer } from './target-server.ts'

interface Parts {
  api: Api
  notify: NotifyApi
  person: Person
  product: Product
  targets: TargetServer
}

/** What the main screens are of. */
interface FullAccount {
  task: string
  runId: string
  receiver: string
  person: Person
}

interface MainScreen {
  name: string
  open: (page: Page, account: FullAccount) => Promise<void>
}

const names = [
  'Shop, front page',
  'Shop, checkout',
  'Payments webhook of the payment provider',
  'Search',
  'Search, suggestions',
  'Warehouse stock, Hamburg',
  'Warehouse stock, Gothenburg, second floor and the yard behind it, which is counted by hand',
  'Nightly report',
  'Newsletter',
  'Image resizer',
  'Login',
  'Status page',
  'Certificate of the API',
  'Exchange rates',
  'Weather for deliveries',
  'Parcel tracking',
  'Old catalogue',
  'Partner feed',
  'Sitemap',
  'Robots',
]

const order = {
  order: 1_204_117,
  customer: { name: 'Ada', city: 'København' },
  lines: [
    { sku: 'TEA-OOLONG-250', quantity: 2, price: 7.25 },
    { sku: 'CUP-PORCELAIN', quantity: 6, price: 11.9 },
  ],
  paid: true,
  note: null,
}

/** An account in use: two pages of tasks in every state, a long history, notifications of three channels, receivers, a draft. */
export const prepareFullAccount = async ({ api, notify, person, product, targets }: Parts): Promise<FullAccount> => {
  await notify.verify(person.email)
  await setPlan(product, person.email, 'BUSINESS')
  for (const [at, name] of names.entries()) {
    const url = `https://shop.example/${name.toLowerCase().replaceAll(/[^a-z]+/g, '/')}`
    const { id } = await api.createTask({ name, url, request: { method: at % 5 === 2 ? 'POST' : 'GET' } })
    if (at % 4 !== 3) await insertExecutions(product, id, 20)
    if (at % 6 === 5) await api.deactivate(id)
  }
  const failing = targets.target(answers.plain('Database is locked', 503), 'reset', answers.plain('gone', 410))
  for (const name of ['Invoices', null]) {
    const { id } = await api.createTask({ name, url: `${failing.url}?customer=${'4711'.repeat(20)}` })
    await insertExecutions(product, id, 19)
    await api.run(id)
  }
  const target = targets.target({ ...answers.json(order), delayMs: 84 })
  const task = await api.createTask({ name: 'Orders of the day', url: target.url, scheduler: { mode: 'INTERVAL' } })
  await insertExecutions(product, task.id, 400)
  const run = await api.run(task.id)
  await api.addBookmark(task.id, { name: 'Order', source: 'response_body_json', property: 'order' })
  const emailSetting = { address: person.email, subject: 'Orders failed', template: 'They failed.' }
  await notify.add({ type: 'EMAIL', taskId: task.id, emailSetting })
  const smsSetting = { countryCode: '+1', phoneNumber: '6045550199', template: 'Orders failed.' } as const
  await notify.add({ type: 'SMS', taskId: task.id, smsSetting })
  await api.createDraft()
  for (const name of ['Deployments', 'Payments', 'Form on the front page', 'Sensor in the warehouse'])
    await api.receivers.create({ name, ...(name === 'Payments' && { status: 'DISABLED' }) })
  const receiver = await api.receivers.create({ name: 'Pushes to the repository' })
  await insertRequests(product, receiver.id, 180)
  await callReceiver(`${receiver.url}/github/push?delivery=72d3162e`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-github-event': 'push' },
    body: JSON.stringify(order),
  })
  return { task: task.id, runId: run.id, receiver: receiver.id, person }
}

const at = (name: string, pathOf: (account: FullAccount) => string, isShown: (page: Page) => Promise<void>) => ({
  name,
  open: async (page: Page, account: FullAccount) => {
    await page.goto(pathOf(account))
    await isShown(page)
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => document.fonts.ready)
  },
})

const heading = (text: string | RegExp) => (page: Page) =>
  expect(page.getByRole('heading', { level: 1 })).toHaveText(text)

const notifications = (page: Page) => expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible()

const openedRun = async (page: Page) => {
  await expect(runs(page).and(page.locator('[aria-current]'))).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Response Body' })).toBeVisible()
}

/** The screens on which most time is spent, each with much on it. */
export const mainScreens: MainScreen[] = [
  at(
    'tasks',
    () => '/dashboard/tasks',
    (page) => expect(page.getByRole('link', { name: 'Orders of the day', exact: true })).toBeVisible(),
  ),
  at('task', ({ task }) => `/dashboard/tasks/${task}`, notifications),
  at('draft', () => '/dashboard/drafts/new', notifications),
  at('history', ({ task, runId }) => `/dashboard/tasks/${task}/executions/${runId}`, openedRun),
  at(
    'receivers',
    () => '/dashboard/receivers',
    (page) => expect(page.getByRole('link', { name: 'Deployments', exact: true })).toBeVisible(),
  ),
  at('receiver', ({ receiver }) => `/dashboard/receivers/${receiver}`, notifications),
  at(
    'requests',
    ({ receiver }) => `/dashboard/receivers/${receiver}/executions`,
    (page) => expect(page.getByRole('table', { name: 'Requests' })).toBeVisible(),
  ),
  at(
    'account',
    () => '/dashboard/account',
    (page) => expect(page.getByRole('table').first()).toBeVisible(),
  ),
  at('support', () => '/dashboard/support', heading('Support')),
  at('docs', () => '/docs/conditions', heading('Conditions')),
  at(
    'outbox',
    ({ person }) => `/dev/outbox?to=${encodeURIComponent(person.email)}`,
    (page) => expect(page.getByRole('article').first()).toBeVisible(),
  ),
  {
    name: 'rates',
    open: async (page) => {
      await page.goto('/rates')
      await page.getByLabel('Loan amount').fill('350000')
      await page.getByRole('button', { name: 'Get Rates' }).click()
      await expect(page.getByRole('img', { name: /^30 Yr Fixed/ })).toBeVisible()
    },
  },
  {
    name: 'audit-log',
    open: async (page) => {
      await page.goto('/dashboard/account/audit-log')
      const list = page.getByRole('list', { name: 'Audit log' })
      await list
        .getByText(/fields? changed$/)
        .first()
        .click()
    },
  },
  {
    name: 'sign-in',
    open: async (page) => {
      await page.context().clearCookies()
      await page.goto('/signin')
      await heading('Sign in')(page)
      await page.evaluate(() => document.fonts.ready)
    },
  },
]
