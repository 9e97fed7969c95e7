import type { OverviewView } from '@knockwire/domain/overview/overview'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { failingTask, overview, silentReceiver } from '../../testing/builders/overview.ts'
import { idOf } from '../../testing/builders/ids.ts'
import { rejected, server } from '../../testing/network.ts'
import { openPage } from '../../testing/open-page.tsx'

const openWith = (view: OverviewView) => {
  server.get('/overview', 'OverviewView', () => view)
  return openPage('/dashboard/overview')
}

const withProblems = (): OverviewView => {
  const { tasks, receivers } = overview({ tasks: 30, receivers: 2 })
  return {
    tasks: {
      counts: { ...tasks.counts, FAILING: 20, DEACTIVATED: 1, LATE: 1 },
      problems: 22,
      results: [
        failingTask({
          id: idOf('task', 1),
          problem: 'DEACTIVATED',
          failingRuns: 1250,
          statusCode: null,
          errorCode: 'TIMEOUT',
        }),
        failingTask({ id: idOf('task', 2), name: null }),
        failingTask({ id: idOf('task', 3), name: 'Report', problem: 'LATE', failingRuns: 0, since: null }),
      ],
    },
    receivers: {
      ...receivers,
      heartbeats: { ...receivers.heartbeats, DOWN: 1 },
      problems: 1,
      results: [silentReceiver()],
    },
  }
}

const items = (name: string) => page.getByRole('list', { name }).getByRole('listitem')

it('an account with nothing in it is shown what the overview is for, and how to begin', async () => {
  await openWith(overview())
  await expect.element(page.getByText('Nothing is watched yet.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Create task' })).toHaveAttribute('href', '/dashboard/drafts/new')
})

it('where nothing is wrong the overview says so, and of how many tasks and receivers', async () => {
  await openWith(overview({ tasks: 1, receivers: 2 }))
  await expect
    .element(page.getByText('1 task is active: none is failing or late. 2 receivers expect calls: none is missing.'))
    .toBeVisible()
})

it('each problem is named with its reason and leads to where it is seen; those beyond the list are in the whole list', async () => {
  await openWith(withProblems())
  const tasks = items('Tasks that are failing or late')
  await expect
    .element(tasks.nth(0))
    .toMatchTextContent(/Deactivated.*Price of tea.*Too many failed executions.*1,250 in a row/)
  await expect
    .element(tasks.nth(1))
    .toMatchTextContent(/Failing.*https:\/\/shop\.example\/tea.*Last response: 503, 2 in a row/)
  await expect.element(tasks.nth(2)).toMatchTextContent(/Late.*Report.*An execution is due and has not started$/)
  await expect
    .element(items('Receivers that are down or late'))
    .toMatchTextContent(/Down.*Backup.*An expected call is missing.*Last call/)
  const row = page.getByRole('link', { name: 'Report' })
  await expect.element(row).toHaveAttribute('href', `/dashboard/tasks/${idOf('task', 3)}/executions`)
  await expect
    .element(page.getByRole('link', { name: 'All failing tasks' }))
    .toHaveAttribute('href', '/dashboard/tasks?status=failing')
  await expect
    .element(page.getByRole('link', { name: 'All late tasks' }))
    .toHaveAttribute('href', '/dashboard/tasks?status=late')
  await expect.element(page.getByRole('link', { name: 'All down receivers' })).not.toBeInTheDocument()
})

it('each number leads to the list of what it counts, and to nothing else', async () => {
  await openWith(withProblems())
  const linksOf = (name: string) =>
    page
      .getByRole('region', { name, exact: true })
      .getByRole('link')
      .elements()
      .map((link) => [link.textContent, link.getAttribute('href')?.replace('/dashboard/', '')])
  await expect
    .poll(() => linksOf('Tasks'))
    .toEqual([
      ['21 Failing', 'tasks?status=failing'],
      ['1 Late', 'tasks?status=late'],
      ['30 Active', 'tasks?status=active'],
      ['0 Disabled', 'tasks?status=disabled'],
    ])
  expect(linksOf('Receivers')).toEqual([
    ['1 Down', 'receivers?status=down'],
    ['0 Late', 'receivers?status=late'],
    ['2 Active', 'receivers?status=active'],
    ['0 Disabled', 'receivers?status=disabled'],
  ])
})

it('an overview that could not be loaded says why, and is loaded again by its button', async () => {
  server.get('/overview', 'OverviewView', () => rejected(429, 'RATE_LIMITED', { message: 'Too many calls.' }))
  await openPage('/dashboard/overview')
  await expect.element(page.getByText('The overview could not be loaded.')).toBeVisible()
  await expect.element(page.getByText('Too many calls.')).toBeVisible()
  server.get('/overview', 'OverviewView', () => overview({ tasks: 1 }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Everything is working.')).toBeVisible()
})
