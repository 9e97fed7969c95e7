import type { DraftListItem, TaskListItem, TaskPage } from '@knockwire/domain/tasks/task'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { account } from '../../../testing/builders/account.ts'
import { idOf } from '../../../testing/builders/ids.ts'
import { task, taskPage } from '../../../testing/builders/task.ts'
import { minutesAgo } from '../../../testing/builders/times.ts'
import { type Call, rejected, server } from '../../../testing/network.ts'
import { openPage } from '../../../testing/open-page.tsx'
import { expectSnackbar, textsOf } from '../../../testing/screens.ts'

const table = page.getByRole('table', { name: 'Tasks' })
const rows = table.getByRole('row').filter({ has: page.getByRole('link', { name: /^History of/ }) })
const bar = page.getByRole('toolbar', { name: 'Selected rows' })
const choose = (name: string) => table.getByRole('checkbox', { name: `Select ${name}` }).click()
const undo = page.getByRole('button', { name: 'Undo' })
const expectNames = (...names: string[]) =>
  expect
    .poll(() =>
      table
        .getByRole('link')
        .elements()
        .flatMap(({ title }: Partial<HTMLElement>) => title || []),
    )
    .toEqual(names)

const item = (number: number, name: string, more: Parameters<typeof task>[0] = {}): TaskListItem => ({
  ...task({ id: idOf('task', number), name, ...more }),
  recentRuns: [],
})

interface Served {
  items: TaskListItem[]
  drafts: DraftListItem[]
}

/** As the API gives a page of them. */
function pageOf(items: readonly TaskListItem[], { query }: Call): TaskPage {
  const without = query.get('without')?.split(',') ?? []
  const search = query.get('search') ?? ''
  const found = items.filter(({ id, name }) => !without.includes(id) && (name ?? '').includes(search))
  const status = query.get('status')
  const matching = found.filter((one) => status === null || one.status === status)
  const [number, size] = [Number(query.get('page')), Number(query.get('size'))]
  const count = (requested: string) => found.filter((one) => one.status === requested).length
  return taskPage({
    results: matching.slice(number * size, (number + 1) * size),
    total: matching.length,
    page: number,
    counts: { ACTIVE: count('ACTIVE'), DISABLED: count('DISABLED') },
    taskCount: items.length,
  })
}

/** The API of all tasks of an account. */
function serveTasks(...items: TaskListItem[]): Served {
  const served: Served = { items, drafts: [] }
  const change = (id: string | undefined, status: 'ACTIVE' | 'DISABLED') => {
    served.items = served.items.map((one) => (one.id === id ? { ...one, status } : one))
    return find(id)
  }
  const find = (id: string | undefined) => served.items.find((one) => one.id === id) ?? rejected(404, 'NOT_FOUND')
  server.get('/tasks/:id', 'TaskView', ({ params }) => find(params['id']))
  server.get('/tasks/drafts', 'DraftList', () => ({ results: served.drafts }))
  server.get('/tasks', 'TaskPage', (call) => pageOf(served.items, call))
  server.post('/tasks/:id/lifecycle/activate', 'TaskView', ({ params }) => change(params['id'], 'ACTIVE'))
  server.post('/tasks/:id/lifecycle/deactivate', 'TaskView', ({ params }) => change(params['id'], 'DISABLED'))
  server.post('/tasks/delete', 'DeletedManyView', ({ body }) => {
    const { ids } = body as { ids: string[] }
    served.items = served.items.filter(({ id }) => !ids.includes(id))
    return { deleted: ids.length, problems: [] }
  })
  return served
}

const three = () => [item(1, 'Tea'), item(2, 'Milk', { status: 'DISABLED' }), item(3, 'Water')]
const openList = (query = '') => openPage(`/dashboard/tasks${query}`)

it('[TL-01, TL-07..TL-13] a row says what a task calls and when it does so next, and leads to it', async () => {
  serveTasks(
    item(1, 'Tea', { target: { method: 'POST', uri: 'https://shop.example/tea' } }),
    item(2, 'Milk', { status: 'DISABLED' }),
  )
  await openList()
  await expect.element(rows.first()).toMatchTextContent(/Tea.*POST.*https:\/\/shop\.example\/tea/)
  await expect.element(rows.nth(1)).toMatchTextContent(/Milk/)
  await expect
    .element(rows.first().getByRole('link', { name: 'Tea', exact: true }))
    .toHaveAttribute('href', `/dashboard/tasks/${idOf('task', 1)}`)
  await expect
    .element(rows.first().getByRole('link', { name: 'History of Tea' }))
    .toHaveAttribute('href', `/dashboard/tasks/${idOf('task', 1)}/executions`)
})

it('a row says how an execution that has not ended stands, and that the next one is after it', async () => {
  const waiting = { id: idOf('execution', 1), statusCode: 202, errorCode: null, responseTimeMs: 5 } as const
  const waits = { trigger: 'SCHEDULE', status: 'WAITING', createdAt: minutesAgo(180), ...waiting } as const
  const oneTime = { scheduler: { mode: 'ONE_TIME', nextExecutionDate: null } } as const
  const passed = { scheduler: { nextExecutionDate: minutesAgo(150) } }
  serveTasks(
    { ...item(1, 'Tea', oneTime), recentRuns: [waits] },
    { ...item(2, 'Milk', passed), recentRuns: [{ ...waits, status: 'RUNNING' }] },
    { ...item(3, 'Coffee', passed), recentRuns: [{ ...waits, status: 'RUNNING', trigger: 'TEST' }] },
    item(4, 'Water'),
  )
  await openList()
  await expect.element(rows.nth(0)).toMatchTextContent(/Waiting ?for 3 hours.*Waiting/)
  await expect.element(rows.nth(1)).toMatchTextContent(/Running ?for 3 hours.*after the current execution/)
  await expect.element(rows.nth(2)).toMatchTextContent(/was due 3 h ago/)
  await expect.element(rows.nth(3)).toMatchTextContent(/No executions yet.*in 20 min/)
})

it('[TL-17] an account without tasks is shown what they are, with one that works', async () => {
  serveTasks()
  await openList()
  await expect
    .element(page.getByText('There are no scheduled HTTP tasks. Click the button above to create one.'))
    .toBeVisible()
  await expect.element(page.getByText('every minute')).toBeVisible()
  await expect.element(table).not.toBeInTheDocument()
})

it('[TL-16] a list says that it loads; one that could not be loaded says why, and is loaded again by its button', async () => {
  const served = serveTasks(...three())
  const { promise, resolve } = Promise.withResolvers<void>()
  let isBroken = true
  server.get('/tasks', 'TaskPage', async (call) => {
    await promise
    return isBroken ? rejected(400, 'MALFORMED', { message: 'The list is being moved.' }) : pageOf(served.items, call)
  })
  await openList()
  await expect.element(page.getByText('Loading task list...')).toBeVisible()
  resolve()
  await expect.element(page.getByText('The task list could not be loaded.')).toBeVisible()
  await expect.element(page.getByText('The list is being moved.')).toBeVisible()
  isBroken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectNames('Tea', 'Milk', 'Water')
})

it('drafts that could not be loaded are not missing without a word', async () => {
  const served = serveTasks(...three())
  served.drafts = [{ id: idOf('task', 9), name: 'Coffee', uri: 'https://', updatedAt: minutesAgo(3) }]
  server.get('/tasks/drafts', 'DraftList', () => rejected(400, 'MALFORMED'))
  await openList()
  const message = page.getByRole('alert').filter({ hasText: 'Your drafts could not be loaded.' })
  await expect.element(message).toBeVisible()
  await expectNames('Tea', 'Milk', 'Water')
  server.get('/tasks/drafts', 'DraftList', () => ({ results: served.drafts }))
  await message.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('button', { name: '1 draft' })).toBeVisible()
})

describe('a search', () => {
  it('[TL-05, TL-06, TL-18] waits until the typing stops, and is in the address', async () => {
    serveTasks(...three())
    await openList()
    await expectNames('Tea', 'Milk', 'Water')
    await page.getByLabelText('Search tasks').fill('Mil')
    await expectNames('Milk')
    await expect.poll(() => window.location.search).toBe('?search=Mil')
    const searched = server.calls('get', /^\/tasks$/).map(({ query }) => query.get('search') ?? '')
    expect(searched.filter((text) => text !== '' && text !== 'Mil')).toEqual([])
  })

  it('that finds nothing says so, and keeps its field', async () => {
    serveTasks(...three())
    await openList('?search=coffee')
    await expect.element(page.getByText('No such task found.')).toBeVisible()
    await expect.element(page.getByLabelText('Search tasks')).toHaveValue('coffee')
  })

  it('by a state shows those alone, with how many there are of each', async () => {
    serveTasks(...three())
    await openList()
    const states = page.getByRole('group', { name: 'Show tasks' }).getByRole('button')
    await expect.poll(() => textsOf(states)).toEqual(['All 3', 'Failing 0', 'Active 2', 'Disabled 1'])
    await states.nth(3).click()
    await expectNames('Milk')
    await expect.poll(() => window.location.search).toMatch(/status=disabled/i)
  })

  it('by lateness asks for the late tasks, and is offered where there are any or it is chosen', async () => {
    serveTasks(...three())
    await openList('?status=late')
    const states = page.getByRole('group', { name: 'Show tasks' }).getByRole('button')
    await expect.poll(() => textsOf(states)).toEqual(['All 3', 'Failing 0', 'Active 2', 'Disabled 1', 'Late 0'])
    await expect.element(states.nth(4)).toHaveAttribute('aria-pressed', 'true')
    expect(server.calls('get', /^\/tasks$/).map(({ query }) => query.get('status'))).toContain('LATE')
  })
})

it('[TL-14, TL-15] a page has ten tasks; one behind the last page leads to the last', async () => {
  serveTasks(...Array.from({ length: 12 }, (_, index) => item(index + 1, `Task ${index + 1}`)))
  await openList('?page=9')
  await expectNames('Task 11', 'Task 12')
  await page.getByRole('button', { name: /Previous/ }).click()
  await expect.poll(() => rows.elements()).toHaveLength(10)
})

it('[TL-19..TL-22] where the plan is full, an upgrade is offered in place of a new task', async () => {
  server.get('/accounts/me', 'AccountView', () => account({ maxTaskNumber: 3, plan: 'FREE' }))
  serveTasks(...three())
  await openList()
  await expectNames('Tea', 'Milk', 'Water')
  await expect.element(page.getByRole('link', { name: /Upgrade/ }).first()).toBeVisible()
})

describe('several rows', () => {
  it('are activated at once; what was active already stays out of it, and Undo takes back the others alone', async () => {
    const served = serveTasks(...three())
    await openList()
    await choose('Tea')
    await choose('Milk')
    await bar.getByRole('button', { name: 'Activate' }).click()
    await expectSnackbar('1 task activated')
    expect(served.items.map(({ status }) => status)).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE'])
    await undo.click()
    await expect.poll(() => served.items.map(({ status }) => status)).toEqual(['ACTIVE', 'DISABLED', 'ACTIVE'])
  })

  it('of which some could not be changed say how many and why, and the others are changed', async () => {
    const served = serveTasks(...three())
    server.post('/tasks/:id/lifecycle/deactivate', 'TaskView', ({ params }) => {
      const found = served.items.find(({ id }) => id === params['id'])
      if (found === undefined || found.name === 'Tea') return rejected(409, 'CONFLICT', { message: 'It is being run.' })
      served.items = served.items.map((one) => (one === found ? { ...one, status: 'DISABLED' } : one))
      return found
    })
    await openList()
    await choose('Tea')
    await choose('Water')
    await bar.getByRole('button', { name: 'Deactivate' }).click()
    await expectSnackbar('1 task not changed. It is being run.')
    await expectSnackbar('1 task deactivated')
    expect(served.items.map(({ status }) => status)).toEqual(['ACTIVE', 'DISABLED', 'DISABLED'])
  })

  it('[TD-24, TD-25] that are active are deleted after a question; Undo brings them back, and nothing was sent', async () => {
    serveTasks(...three())
    await openList()
    await choose('Tea')
    await choose('Milk')
    await bar.getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('dialog', { name: 'Delete 2 tasks' })
    await expect.element(question).toMatchTextContent(/One of them is active.*This cannot be undone\./)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(question).not.toBeInTheDocument()
    await expectNames('Tea', 'Milk', 'Water')

    await bar.getByRole('button', { name: 'Delete' }).click()
    await question.getByRole('button', { name: 'Delete' }).click()
    await expectSnackbar('2 tasks deleted')
    await expectNames('Water')
    await undo.click()
    await expectNames('Tea', 'Milk', 'Water')
    expect(server.calls('post', /^\/tasks\/delete$/)).toEqual([])
  })

  it('that were deleted are sent as the page is left', async () => {
    const served = serveTasks(...three())
    await openList()
    await choose('Milk')
    await bar.getByRole('button', { name: 'Delete' }).click()
    await expectSnackbar('1 task deleted')
    window.dispatchEvent(new PageTransitionEvent('pagehide'))
    await expect.poll(() => served.items.map(({ name }) => name)).toEqual(['Tea', 'Water'])
    expect(server.calls('post', /^\/tasks\/delete$/).map(({ body }) => body)).toEqual([
      { ids: [idOf('task', 2)], deactivate: false },
    ])
  })

  it('a viewer can choose none of what changes them', async () => {
    server.get('/accounts/me', 'AccountView', () => account({ role: 'VIEWER' }))
    serveTasks(...three())
    await openList()
    await expectNames('Tea', 'Milk', 'Water')
    await choose('Tea')
    for (const name of ['Activate', 'Deactivate', 'Delete'])
      await expect.element(bar.getByRole('button', { name, exact: true })).toBeDisabled()
  })
})

it('drafts stand above the tasks, each with what it is called and a way on', async () => {
  const served = serveTasks(...three())
  served.drafts = [
    { id: idOf('task', 9), name: 'Green tea', uri: 'http://', updatedAt: minutesAgo(5) },
    { id: idOf('task', 10), name: null, uri: 'http://', updatedAt: minutesAgo(9) },
  ]
  await openList()
  await page.getByRole('button', { name: '2 drafts' }).click()
  const drafts = page.getByRole('list', { name: 'Drafts' })
  await expect.poll(() => drafts.getByRole('listitem').elements()).toHaveLength(2)
  await expect
    .element(drafts.getByRole('link', { name: 'Continue Green tea' }))
    .toHaveAttribute('href', `/dashboard/drafts/${idOf('task', 9)}`)
  await expect.element(drafts.getByRole('link', { name: 'Continue Unnamed draft' })).toBeVisible()
})
