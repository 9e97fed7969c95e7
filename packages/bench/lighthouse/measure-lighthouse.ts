import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startProduct } from '@knockwire/e2e/harness/product'
import { signUpWithHistories } from './sign-up-with-histories.ts'

const lighthouse = 'lighthouse@13.5.0'
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof categories)[number]

export type FormFactor = 'desktop' | 'mobile'

export interface LighthouseScore {
  page: string
  formFactor: FormFactor
  /** Of 100, the median of three loads. */
  scores: Record<Category, number>
  layoutShift: number
  requests: number
  scriptKb: number
}

interface Report {
  categories: Record<Category, { score: number | null }>
  audits: Record<
    string,
    { numericValue?: number; details?: { items?: { resourceType?: string; transferSize?: number }[] } }
  >
}

interface Visit {
  page: string
  url: string
  formFactor: FormFactor
  cookie?: string
}

/** The whole browser: Lighthouse measures what the headless shell does not paint. */
const findChromium = (): string => {
  const candidates = [process.env['CHROME_PATH'], '/usr/bin/chromium', '/usr/bin/google-chrome']
  const path = candidates.find((candidate) => candidate && existsSync(candidate))
  if (path === undefined) throw new Error('Lighthouse needs Chromium or Chrome: install it, or set CHROME_PATH.')
  return path
}

const run = promisify(execFile)
const loads = 3

const load = async ({ url, formFactor, cookie }: Visit, chromePath: string): Promise<Report> => {
  const directory = await mkdtemp(join(tmpdir(), 'knockwire-lighthouse-'))
  const file = join(directory, 'report.json')
  const args = [
    url,
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    `--only-categories=${categories.join(',')}`,
    '--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-background-networking',
    ...(formFactor === 'desktop' ? ['--preset=desktop'] : []),
    ...(cookie ? [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`] : []),
  ]
  try {
    await run('npx', ['-y', lighthouse, ...args], { env: { ...process.env, CHROME_PATH: chromePath } })
    return JSON.parse(await readFile(file, 'utf8')) as Report
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN

const measure = async (visit: Visit, chromePath: string): Promise<LighthouseScore> => {
  const reports: Report[] = []
  let failed = 0
  while (reports.length < loads) {
    try {
      reports.push(await load(visit, chromePath))
    } catch (error) {
      // Chromium does not always say when a navigation began (NO_NAVSTART): that load measured nothing.
      failed += 1
      if (failed > loads) throw error
    }
  }
  const middle = (read: (report: Report) => number) => median(reports.map(read))
  const scoreOf = (category: Category) => middle((report) => Math.round((report.categories[category].score ?? 0) * 100))
  const loaded = (report: Report) => report.audits['network-requests']?.details?.items ?? []
  return {
    page: visit.page,
    formFactor: visit.formFactor,
    scores: {
      performance: scoreOf('performance'),
      accessibility: scoreOf('accessibility'),
      'best-practices': scoreOf('best-practices'),
      seo: scoreOf('seo'),
    },
    layoutShift: middle((report) => report.audits['cumulative-layout-shift']?.numericValue ?? 0),
    requests: middle((report) => loaded(report).length),
    scriptKb: middle(
      (report) =>
        loaded(report)
          .filter(({ resourceType }) => resourceType === 'Script')
          .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) / 1024,
    ),
  }
}

const publicPages = {
  'front page': '/',
  documentation: '/docs/conditions',
  'blog post': '/blog/firing-lag',
  rates: '/rates',
}

/** Google Lighthouse on the public pages and the dashboard, as the start command serves them. */
export const measureLighthouse = async (): Promise<LighthouseScore[]> => {
  const chromePath = findChromium()
  const { product, stop } = await startProduct()
  try {
    const origin = product.dashboardUrl
    const { cookie, task, receiver } = await signUpWithHistories(origin)
    const visits: Visit[] = [
      ...Object.entries(publicPages).flatMap(([page, path]) =>
        (['desktop', 'mobile'] as const).map((formFactor) => ({ page, url: `${origin}${path}`, formFactor })),
      ),
      { page: 'sign-in', url: `${origin}/signin`, formFactor: 'mobile' },
      { page: 'task list', url: `${origin}/dashboard/tasks`, formFactor: 'mobile', cookie },
      { page: 'task history', url: `${origin}/dashboard/tasks/${task}/executions`, formFactor: 'mobile', cookie },
      {
        page: 'receiver history',
        url: `${origin}/dashboard/receivers/${receiver}/executions`,
        formFactor: 'mobile',
        cookie,
      },
    ]
    const scores: LighthouseScore[] = []
    for (const visit of visits) scores.push(await measure(visit, chromePath))
    return scores
  } finally {
    await stop()
  }
}
