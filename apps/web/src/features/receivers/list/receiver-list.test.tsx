import type { ReceiverListItem, ReceiverPage } from '@knockwire/domain/receivers/receiver'
import type { HeartbeatView } from '@knockwire/domain/heartbeats/heartbeat'
import { heartbeatStates } from '@knockwire/domain/heartbeats/heartbeat-rules'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { account } from '../../../testing/builders/account.ts'
import { idOf } from '../../../testing/builders/ids.ts'
import { receiver } from '../../../testing/builders/receiver.ts'
import { minutesAgo } from '../../../testing/builders/times.ts'
import { type Call, rejected, server } from '../../../testing/network.ts'
import { openPage } from '../../../testing/open-page.tsx'
import { expectSnackbar, textsOf } from '../../../testing/screens.ts'
import { serveReceiver } from '../../../testing/serve-receiver.ts'

const table = page.getByRole('table', { name: 'Receivers' })
const rows = table.getByRole('row').filter({ has: page.getByRole('link', { name: /^History of/ }) })
const states = page.getByRole('group', { name: 'Show receivers' }).getByRole('button')
const pages = page.getByRole('navigation', { name: 'Pages' })
const openList = (query = '') => openPage(`/dashboard/receivers${query}`)

const item = (number: number, name: string, more: Partial<ReceiverListItem> = {}): ReceiverListItem => ({
  ...receiver({ id: idOf('receiver', number), name, url: `https://hooks.knockwire.example/r/${number}` }),
  lastRequestAt: null,
  requestCount: 0,
  rejectedLastHour: 0,
  ...more,
})

const heartbeat = (state: HeartbeatView['state']): HeartbeatView => ({
  state,
  since: minutesAgo(90),
  lastSignalAt: null,
  expectedAt: null,
  badgeUrl: 'https://knockwire.example/badge',
})

/** As the API gives a page of them. */
function pageOf(items: readonly ReceiverListItem[], { query }: Call): ReceiverPage {
  const without = query.get('without')?.split(',') ?? []
  const [status, state] = [query.get('status'), query.get('heartbeat')]
  const search = (query.get('search') ?? '').toLowerCase()
  const all = items.filter(
    ({ id, name, url }) => !without.includes(id) && `${name} ${url}`.toLowerCase().includes(search),
  )
  const matching = all.filter(
    (one) => (status === null || one.status === status) && (state === null || one.heartbeat?.state === state),
  )
  const [number, size] = [Number(query.get('page')), Number(query.get('size'))]
  const counts = Object.fromEntries(
    heartbeatStates.map((one) => [one, all.filter((other) => other.heartbeat?.state === one).length]),
  )
  return {
    results: matching.slice(number * size, (number + 1) * size),
    total: matching.length,
    page: number,
    counts: {
      ACTIVE: all.filter((one) => one.status === 'ACTIVE').length,
      DISABLED: all.filter((one) => one.status === 'DISABLED').length,
    },
    heartbeats: counts as ReceiverPage['heartbeats'],
    receiverCount: items.length,
  }
}

function serveReceivers(...items: ReceiverListItem[]): { items: ReceiverListItem[] } {
  const served = { items }
  server.get('/receivers', 'ReceiverPage', (call) => pageOf(served.items, call))
  // For a row that the pointer rests on.
  server.get('/receivers/:id', 'ReceiverView', ({ params }) => {
    return served.items.find(({ id }) => id === params['id']) ?? rejected(404, 'NOT_FOUND')
  })
  // Behind the one above, which has its path, too.
  server.get('/receivers/drafts', 'ReceiverDraftList', () => ({ results: [] }))
  return served
}

it('[RL-01..RL-03, RL-07] a list says that it loads; a row says where a receiver is called and whether it answers, and leads to it', async () => {
  const served = serveReceivers(
    item(1, 'Deployments'),
    item(2, 'Payments', { status: 'DISABLED', requestCount: 1234, lastRequestAt: minutesAgo(5), rejectedLastHour: 3 }),
  )
  const { promise, resolve } = Promise.withResolvers<void>()
  server.get('/receivers', 'ReceiverPage', async (call) => {
    await promise
    return pageOf(served.items, call)
  })
  await openList()
  await expect.element(page.getByText('Loading receiver list...')).toBeVisible()
  resolve()
  await expect.element(page.getByText('Loading receiver list...')).not.toBeInTheDocument()
  await expect
    .poll(() => textsOf(table.getByRole('columnheader')).filter((text) => text !== ''))
    .toEqual(['Name', 'URL', 'Requests', 'Status', 'Action'])
  await expect.element(page.getByRole('button', { name: 'Create receiver' })).toBeEnabled()
  await expect
    .element(rows.first())
    .toMatchTextContent(/Deployments.*https:\/\/hooks\.knockwire\.example\/r\/1.*None yet.*Active/)
  await expect
    .element(rows.nth(1))
    .toMatchTextContent(/Payments.*1,234.*last 5 min ago.*3 rejected in the last hour.*Disabled/)
  const path = `/dashboard/receivers/${idOf('receiver', 1)}`
  const link = rows.first().getByRole('link', { name: 'Deployments', exact: true })
  await expect.element(link).toHaveAttribute('href', path)
  await expect
    .element(rows.first().getByRole('link', { name: 'History of Deployments' }))
    .toHaveAttribute('href', `${path}/executions`)
  serveReceiver(served.items[0] ?? receiver())
  server.get('/receivers/:id/heartbeat-changes', 'HeartbeatChangeList', () => ({ results: [] }))
  await link.click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Deployments')
})

it('a list of receivers that could not be loaded says why, and is loaded again by its button', async () => {
  const served = serveReceivers(item(1, 'Deployments'))
  let isBroken = true
  server.get('/receivers', 'ReceiverPage', (call) =>
    isBroken ? rejected(400, 'MALFORMED', { message: 'The list is being moved.' }) : pageOf(served.items, call),
  )
  await openList()
  await expect.element(page.getByText('The list is being moved.')).toBeVisible()
  isBroken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(rows).toMatchTextContent('Deployments')
})

it('[RL-06] an account without receivers is shown what they are, with one that works', async () => {
  serveReceivers()
  await openList()
  await expect
    .element(page.getByText('You have no HTTP receivers. Click the button above to create one.'))
    .toBeVisible()
  await expect.element(page.getByText('You sent a {{ request.method }}: {{ request.body }}')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Start from this example' })).toBeEnabled()
  await expect.element(table).not.toBeInTheDocument()
  await expect.element(states.first()).not.toBeInTheDocument()
})

describe('a state', () => {
  const some = () => [
    item(1, 'Deployments'),
    item(2, 'Payments', { status: 'DISABLED' }),
    item(3, 'Backup', { heartbeat: heartbeat('DOWN') }),
    item(4, 'Nightly report', { heartbeat: heartbeat('UP') }),
  ]

  it('that is new is called so, whether first calls or counts of them are waited for', async () => {
    serveReceivers(item(1, 'Import', { heartbeat: heartbeat('NEW') }))
    await openList()
    await expect.poll(() => textsOf(states)).toEqual(['All 1', 'Active 1', 'Disabled 0', 'New 1'])
  })

  it('shows its receivers alone, with how many there are of each; of heartbeats those that there are', async () => {
    serveReceivers(...some())
    await openList()
    await expect.poll(() => textsOf(states)).toEqual(['All 4', 'Active 3', 'Disabled 1', 'Down 1', 'Up 1'])
    await states.nth(2).click()
    await expect.poll(() => textsOf(rows)).toEqual([expect.stringContaining('Payments')])
    await expect.poll(() => window.location.search).toBe('?status=disabled')
    await states.nth(3).click()
    await expect.poll(() => textsOf(rows)).toEqual([expect.stringContaining('Backup')])
    await expect.element(states.nth(3)).toHaveAttribute('aria-pressed', 'true')
    await expect.element(rows.first()).toMatchTextContent(/Down/)
  })

  it('that no receiver has says so, and keeps the way back', async () => {
    serveReceivers(item(1, 'Deployments'))
    await openList('?status=disabled')
    await expect.poll(() => textsOf(states)).toEqual(['All 1', 'Active 1', 'Disabled 0'])
    await expect.element(rows.first()).not.toBeInTheDocument()
    await expect.element(page.getByText('No such receiver found.')).toBeVisible()
    await states.first().click()
    await expect.element(rows.first()).toMatchTextContent('Deployments')
  })

  it('of a heartbeat is offered while it is chosen, also where no receiver has it', async () => {
    serveReceivers(item(1, 'Deployments'))
    await openList('?status=down')
    await expect.poll(() => textsOf(states)).toEqual(['All 1', 'Active 1', 'Disabled 0', 'Down 0'])
    await expect.element(states.nth(3)).toHaveAttribute('aria-pressed', 'true')
  })
})

it('[RL-04, RL-05] a page has ten receivers', async () => {
  serveReceivers(...Array.from({ length: 11 }, (_, index) => item(index + 1, `Receiver ${index + 1}`)))
  await openList()
  await expect.element(pages).toMatchTextContent('1–10 of 11')
  expect(rows.elements()).toHaveLength(10)
  await pages.getByRole('button', { name: 'Page 2' }).click()
  await expect.poll(() => textsOf(rows)).toEqual([expect.stringContaining('Receiver 11')])
  await expect.poll(() => window.location.search).toBe('?page=2')
})

it('where the plan is full, an upgrade is offered in place of a new receiver', async () => {
  server.get('/accounts/me', 'AccountView', () => account({ plan: 'FREE' }))
  serveReceivers(...Array.from({ length: 10 }, (_, index) => item(index + 1, `Receiver ${index + 1}`)))
  await openList()
  await expect.element(page.getByRole('button', { name: 'Create receiver (upgrade needed)' })).toBeDisabled()
  await expect.element(page.getByRole('link', { name: 'Upgrade' })).toHaveAttribute('href', '/dashboard/account')
})

it('a creation that the plan has no room for says so, and the list shows what took the room', async () => {
  const nine = Array.from({ length: 9 }, (_, index) => item(index + 1, `Receiver ${index + 1}`))
  const served = serveReceivers(...nine)
  server.get('/accounts/me', 'AccountView', () => account({ plan: 'FREE' }))
  server.post('/receivers', 'CreatedView', () => {
    served.items = [item(10, 'Made elsewhere'), ...nine]
    return rejected(409, 'PLAN_LIMIT', { message: 'Your plan includes 10 receivers.' })
  })
  await openList()
  await page.getByRole('button', { name: 'Create receiver' }).click()
  await expectSnackbar('Your plan includes 10 receivers.')
  await expect.element(page.getByRole('button', { name: 'Create receiver (upgrade needed)' })).toBeDisabled()
  await expect.element(rows.first()).toMatchTextContent('Made elsewhere')
})

it('very long names and addresses are cut: nothing scrolls sideways, and each name can be read whole', async () => {
  const name = `Deployments of ${'the-longest-name-that-anybody-gives-'.repeat(3)}`.slice(0, 100)
  const url = `https://hooks.knockwire.example/r/${'token'.repeat(20)}`
  serveReceivers(item(1, name, { url, requestCount: 12_345_678, lastRequestAt: minutesAgo(5), rejectedLastHour: 9999 }))
  await openList()
  for (const width of [1280, 390, 360]) {
    await page.viewport(width, 800)
    await expect.element(page.getByRole('link', { name, exact: true })).toBeVisible()
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  }
  await page.viewport(1280, 800)
  await expect.element(page.getByRole('link', { name, exact: true })).toHaveAttribute('title', name)
})

it('a viewer sees the receivers, and can create none', async () => {
  server.get('/accounts/me', 'AccountView', () => account({ role: 'VIEWER' }))
  serveReceivers(item(1, 'Deployments'))
  await openList()
  await expect.element(rows.first()).toMatchTextContent('Deployments')
  await expect.element(page.getByRole('button', { name: 'Create receiver' })).toBeDisabled()
})

describe('the search of the list', () => {
  const search = page.getByRole('searchbox', { name: 'Search receivers' })

  it('finds receivers by name and URL, counts their states, and is in the address', async () => {
    serveReceivers(item(1, 'Deployments'), item(2, 'Payments', { status: 'DISABLED' }), item(3, 'Refunds'))
    await openList()
    await search.fill('payments')
    await expect.poll(() => textsOf(rows).length).toBe(1)
    await expect.element(rows.first()).toMatchTextContent(/Payments/)
    await expect.poll(() => textsOf(states)).toEqual(['All 1', 'Active 0', 'Disabled 1'])
    expect(window.location.search).toBe('?search=payments')
    await search.fill('/r/3')
    await expect.element(rows.first()).toMatchTextContent(/Refunds/)
    await expect.element(page.getByRole('status').filter({ hasText: '1 receiver found' })).toBeInTheDocument()
  })

  it('says that it found none, and a search that is cleared shows all', async () => {
    serveReceivers(item(1, 'Deployments'))
    await openList('?search=nothing')
    await expect.element(page.getByText('No such receiver found.')).toBeVisible()
    await expect.element(page.getByRole('status').filter({ hasText: 'No receiver found' })).toBeInTheDocument()
    await search.clear()
    await expect.element(rows.first()).toMatchTextContent(/Deployments/)
  })
})
