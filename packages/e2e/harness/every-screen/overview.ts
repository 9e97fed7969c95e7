import { mostListedProblems, type OverviewView } from '@knockwire/domain/overview/overview'
import { expect, type Page } from '@playwright/test'
import { go, type Screen } from './opening.ts'

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const id = (number: number) => `01900000-0000-7000-8000-${number.toString().padStart(12, '0')}`

const problems: OverviewView = {
  tasks: {
    counts: { DEACTIVATED: 1, FAILING: 21, LATE: 1, ACTIVE: 1204, DISABLED: 3 },
    problems: 23,
    results: [
      {
        id: id(1),
        name: 'Invoices',
        uri: 'https://shop.example/invoices',
        problem: 'DEACTIVATED',
        since: minutesAgo(4000),
        failingRuns: 1250,
        statusCode: null,
        errorCode: 'TIMEOUT',
      },
      ...Array.from({ length: mostListedProblems - 2 }, (_, at) => ({
        id: id(at + 2),
        name: at === 0 ? null : `Warehouse ${at}`,
        uri: `https://shop.example/warehouse/${'stock-'.repeat(20)}${at}`,
        problem: 'FAILING' as const,
        since: at === 1 ? null : minutesAgo(at + 3),
        failingRuns: at,
        statusCode: 503,
        errorCode: null,
      })),
      {
        id: id(30),
        name: 'Nightly report',
        uri: 'https://shop.example/report',
        problem: 'LATE',
        since: minutesAgo(2),
        failingRuns: 0,
        statusCode: 200,
        errorCode: null,
      },
    ],
  },
  receivers: {
    counts: { ACTIVE: 4, DISABLED: 1 },
    heartbeats: { NEW: 1, UP: 0, RUNNING: 0, LATE: 1, DOWN: 1, PAUSED: 0 },
    problems: 2,
    results: [
      {
        id: id(40),
        name: 'Backup of the database',
        state: 'DOWN',
        mode: 'EVERY',
        since: minutesAgo(90),
        reason: 'SILENT',
        duration: null,
        lastSignalAt: minutesAgo(1600),
        expectedAt: minutesAgo(160),
      },
      {
        id: id(41),
        name: 'Import of the catalogue',
        state: 'LATE',
        mode: 'EVERY',
        since: minutesAgo(1),
        reason: null,
        duration: null,
        lastSignalAt: minutesAgo(61),
        expectedAt: minutesAgo(1),
      },
    ],
  },
}

const none = {
  tasks: { counts: { DEACTIVATED: 0, FAILING: 0, LATE: 0, ACTIVE: 0, DISABLED: 0 }, problems: 0, results: [] },
  receivers: {
    counts: { ACTIVE: 0, DISABLED: 0 },
    heartbeats: { NEW: 0, UP: 0, RUNNING: 0, LATE: 0, DOWN: 0, PAUSED: 0 },
    problems: 0,
    results: [],
  },
} satisfies OverviewView

const well: OverviewView = {
  tasks: { ...none.tasks, counts: { ...none.tasks.counts, ACTIVE: 12, DISABLED: 1 } },
  receivers: {
    ...none.receivers,
    counts: { ACTIVE: 2, DISABLED: 0 },
    heartbeats: { ...none.receivers.heartbeats, UP: 1 },
  },
}

const openWith = async (page: Page, json: OverviewView, text: string) => {
  await page.route('**/api/v1/overview', (route) => route.fulfill({ json }))
  await go(page, '/dashboard/overview', 'Overview')
  await expect(page.getByText(text).first()).toBeVisible()
  await page.unroute('**/api/v1/overview')
}

/** As the server would say it. */
export const overviewScreens: Screen[] = [
  { name: 'overview', open: (page) => openWith(page, problems, 'All failing tasks') },
  { name: 'overview-well', open: (page) => openWith(page, well, 'Everything is working.') },
  { name: 'overview-empty', open: (page) => openWith(page, none, 'Nothing is watched yet.') },
]
