import { expect, type Page } from '@playwright/test'
import { defaultExpectation } from '@knockwire/domain/heartbeats/heartbeat-rules'
import type { Api } from '../api.ts'
import { countRequests } from '../database.ts'
import type { Product } from '../product.ts'
import { callReceiver, chooseStatus, receiverSection, requestPart, requestRows } from '../receiver-screens.ts'
import type { Screen } from './opening.ts'

/** What the receivers' screens are of. */
export interface ReceiverWorld {
  active: string
  /** It has had no request. */
  disabled: string
  /** It expects calls, and has had one. */
  heartbeat: string
  /** Its requests of four weeks say what is usual. */
  learned: string
}

const hook = { ref: 'refs/heads/main', commits: [{ id: '6dcb09b', message: 'Fix', author: { name: 'Ada' } }] }

export const prepareReceivers = async ({ receivers }: Api, product: Product): Promise<ReceiverWorld> => {
  const active = await receivers.create({
    name: 'Deployments',
    responseBody:
      '{% if request.body == "" %}{{ "[" | json: "$[" }}{% endif %}{"ref": {{ request.body | json: "$.ref" | json }}}',
    responseHeaders: { 'content-type': 'application/json' },
  })
  const name = 'A receiver whose name is far longer than anyone would sensibly make it, to see what becomes of it'
  const disabled = await receivers.create({ name, status: 'DISABLED' })
  await callReceiver(active.url, { method: 'POST', body: new Uint8Array(700) })
  await callReceiver(active.url)
  await callReceiver(`${active.url}/github/push?delivery=${'72d3162e'.repeat(8)}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-hub-signature-256': `sha256=${'0d9f'.repeat(16)}`,
      authorization: 'Bearer open-sesame',
      cookie: 'session=open-sesame',
    },
    body: JSON.stringify(hook),
  })
  const forward = { target: 'http://localhost:3000/github/push', startedAt: new Date().toISOString(), durationMs: 12 }
  await receivers.reportForward(active.id, { ...forward, error: 'connect ECONNREFUSED 127.0.0.1:3000' })
  await receivers.reportForward(active.id, { ...forward, status: 200 })
  const expectation = { ...defaultExpectation, maxRunSeconds: 600 }
  const heartbeat = await receivers.create({ name: 'Nightly backup', expectation })
  await callReceiver(heartbeat.url)
  const learned = await receivers.create({ name: 'Shop events' })
  await countRequests(product, learned.id, 28)
  return { active: active.id, disabled: disabled.id, heartbeat: heartbeat.id, learned: learned.id }
}

export const openReceiver = async (page: Page, id: string): Promise<void> => {
  await page.goto(`/dashboard/receivers/${id}`)
  await expect(receiverSection(page, 'Response Settings')).toBeVisible()
  await expect(page.getByText('No Slack notification configured')).toBeVisible()
}

const decryptRequest = async (page: Page, id: string, row: number): Promise<void> => {
  // By a new entry of the window's history, which has no row open.
  await openReceiver(page, id)
  await page.getByRole('link', { name: 'History' }).click()
  await requestRows(page).nth(row).getByRole('button').click()
  await expect(requestPart(page, 'Notification Status')).toBeVisible()
}

export const receiverScreens: Screen[] = [
  {
    name: 'receivers',
    open: async (page) => {
      await page.goto('/dashboard/receivers')
      await expect(page.getByRole('link', { name: 'Deployments', exact: true })).toBeVisible()
    },
  },
  {
    name: 'receiver-created',
    open: async (page) => {
      await page.goto('/dashboard/receivers')
      await page.getByRole('button', { name: 'Create receiver' }).click()
      await page.getByLabel('Name', { exact: true }).fill('')
      await page.getByRole('button', { name: 'Create', exact: true }).click()
      await expect(page.locator('[aria-invalid="true"]')).toHaveCount(1)
    },
  },
  {
    name: 'receiver-created-yaml',
    open: async (page) => {
      await page.goto('/dashboard/receivers')
      await page.getByRole('button', { name: 'Create receiver' }).click()
      await page.getByRole('button', { name: 'Copy as YAML' }).click()
      await expect(page.getByLabel('YAML', { exact: true })).toContainText('receivers:')
    },
  },
  { name: 'receiver', open: async (page, { receivers }) => openReceiver(page, receivers.active) },
  { name: 'receiver-disabled', open: async (page, { receivers }) => openReceiver(page, receivers.disabled) },
  {
    name: 'receiver-edited',
    open: async (page, { receivers }) => {
      await openReceiver(page, receivers.active)
      await page.getByRole('button', { name: 'Edit' }).click()
      await page.getByRole('button', { name: 'Insert variable into Response body' }).click()
      await expect(page.getByRole('menuitem', { name: 'request.body' })).toBeVisible()
    },
  },
  {
    name: 'receiver-heartbeat',
    open: async (page, { receivers }) => {
      await openReceiver(page, receivers.heartbeat)
      await expect(receiverSection(page, 'Heartbeat').getByRole('status')).toContainText('Up')
      await page.getByText('Send calls from your job').click()
    },
  },
  {
    name: 'receiver-expectation-units',
    open: async (page, { receivers }) => {
      await openReceiver(page, receivers.heartbeat)
      await page.getByRole('button', { name: 'Edit' }).click()
      await page.getByRole('combobox', { name: 'Unit of Grace time' }).click()
      await expect(page.getByRole('option', { name: 'hours' })).toBeVisible()
    },
  },
  {
    name: 'receiver-success-condition',
    open: async (page, { receivers }) => {
      await openReceiver(page, receivers.heartbeat)
      await page.getByRole('button', { name: 'Edit' }).click()
      await page.getByRole('switch', { name: 'A success only if' }).check()
      await expect(page.getByRole('group', { name: 'A success only if' }).getByLabel('Comparison')).toBeVisible()
    },
  },
  {
    name: 'receiver-learned',
    open: async (page, { receivers }) => {
      await openReceiver(page, receivers.learned)
      await page.getByRole('button', { name: 'Edit' }).click()
      await page.getByRole('switch', { name: 'Expect calls' }).check()
      await page.getByRole('radio', { name: 'As many as usual' }).check()
      await expect(page.getByRole('slider', { name: 'Usual requests by hour of the week' })).toBeVisible()
    },
  },
  {
    name: 'receiver-learned-too-early',
    open: async (page, { receivers }) => {
      await openReceiver(page, receivers.disabled)
      await page.getByRole('button', { name: 'Edit' }).click()
      await page.getByRole('switch', { name: 'Expect calls' }).check()
      await page.getByRole('radio', { name: 'As many as usual' }).check()
      await expect(page.getByText('There are 0 days of requests to learn from')).toBeVisible()
    },
  },
  {
    name: 'receiver-content-types',
    open: async (page, { receivers }) => {
      await openReceiver(page, receivers.active)
      await page.getByRole('button', { name: 'Edit' }).click()
      await page.getByRole('combobox', { name: 'Response content type' }).fill('text')
      await expect(page.getByRole('option').first()).toBeVisible()
    },
  },
  {
    name: 'receiver-delete',
    open: async (page, { receivers }) => {
      await openReceiver(page, receivers.disabled)
      await chooseStatus(page, 'Delete')
      await expect(page.getByRole('dialog', { name: 'Delete receiver' })).toBeVisible()
    },
  },
  {
    name: 'receiver-status-menu',
    open: async (page, { receivers }) => {
      await openReceiver(page, receivers.active)
      await page.getByRole('button', { name: 'Active' }).click()
      await expect(page.getByRole('menuitem', { name: 'Deactivate' })).toBeVisible()
    },
  },
  {
    name: 'receiver-nowhere',
    open: async (page, _world, problem) => {
      problem.announce(404, '/api/v1/receivers/')
      await page.goto('/dashboard/receivers/01900000-0000-7000-8000-000000000000')
      await expect(page.getByText('There is no such receiver')).toBeVisible()
    },
  },
]

export const requestScreens: Screen[] = [
  {
    name: 'receiver-waiting',
    open: async (page, { receivers }) => {
      await page.goto(`/dashboard/receivers/${receivers.disabled}/executions`)
      await expect(page.getByText('This receiver is disabled.')).toBeVisible()
    },
  },
  { name: 'receiver-request-json', open: async (page, { receivers }) => decryptRequest(page, receivers.active, 0) },
  { name: 'receiver-request-failed', open: async (page, { receivers }) => decryptRequest(page, receivers.active, 1) },
  { name: 'receiver-request-binary', open: async (page, { receivers }) => decryptRequest(page, receivers.active, 2) },
  {
    name: 'receiver-replay',
    open: async (page, { receivers }) => {
      await decryptRequest(page, receivers.active, 0)
      await page.getByRole('button', { name: 'Replay' }).click()
      await expect(page.getByRole('dialog', { name: 'Replay request' })).toBeVisible()
    },
  },
  {
    name: 'receiver-request-raw',
    open: async (page, { receivers }) => {
      await decryptRequest(page, receivers.active, 0)
      await page.getByText('Raw request', { exact: true }).click()
      await expect(page.getByRole('region', { name: 'Raw request' })).toBeVisible()
    },
  },
  {
    name: 'receiver-request-deleted',
    open: async (page, { receivers }) => {
      await decryptRequest(page, receivers.active, 0)
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await expect(page.getByRole('dialog', { name: 'Delete request?' })).toBeVisible()
    },
  },
  {
    name: 'receiver-requests-deleted',
    open: async (page, { receivers }) => {
      await page.goto(`/dashboard/receivers/${receivers.active}/executions`)
      await page.getByRole('button', { name: 'Delete all requests' }).click()
      await expect(page.getByRole('dialog', { name: 'Delete all requests?' })).toBeVisible()
    },
  },
  {
    name: 'receiver-filters',
    open: async (page, { receivers }) => {
      await page.goto(`/dashboard/receivers/${receivers.active}/executions?code=500`)
      await page.getByRole('button', { name: 'Filters' }).click()
      await expect(page.getByLabel('Jump to')).toBeVisible()
    },
  },
]
