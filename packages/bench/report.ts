import type { ApplyTimes } from './measures/apply.ts'
import type { Beside } from './hostile/beside.ts'
import type { HostileHeaders } from './hostile/headers.ts'
import type { HostileDeliveries } from './hostile/runs.ts'
import type { HostileSearches } from './hostile/searches.ts'
import type { Bodies } from './measures/bodies.ts'
import type { ConditionCosts } from './measures/conditions.ts'
import type { DispatchCosts } from './measures/dispatch-cost.ts'
import type { HostileLoad } from './measures/hostile-conditions.ts'
import type { FullHistories } from './measures/full-histories.ts'
import type { Idle } from './measures/idle.ts'
import type { Lag } from './measures/lag.ts'
import type { Bundles } from './measures/bundles.ts'
import type { Soak } from './measures/soak.ts'
import type { StartTimes } from './measures/start-time.ts'
import type { Throughput } from './measures/throughput.ts'
import type { RowOpening } from './screens/measure-row-opening.ts'
import type { LighthouseScore } from './lighthouse/measure-lighthouse.ts'
import type { measureHistory } from './ingress/measure-history.ts'
import type { measureIngress } from './ingress/measure-ingress.ts'
import type { Counts } from './mutation/summary.ts'

/** One line of the report: what was measured, and what it must be where something was promised. */
export interface Figure {
  what: string
  value: number
  unit: string
  atLeast?: number
  atMost?: number
}

export const figure = (
  what: string,
  value: number,
  unit = '',
  bound: Pick<Figure, 'atLeast' | 'atMost'> = {},
): Figure => ({
  what,
  value,
  unit,
  ...bound,
})

const rounded = (value: number) => (Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3))))

const verdict = ({ value, atLeast, atMost }: Figure) => {
  if (atLeast === undefined && atMost === undefined) return ''
  const isReached = value >= (atLeast ?? -Infinity) && value <= (atMost ?? Infinity)
  const bound = atLeast === undefined ? `at most ${atMost}` : `at least ${atLeast}`
  return isReached ? `ok, ${bound}` : `NOT REACHED, ${bound}`
}

const line = (one: Figure) => {
  const value = `${rounded(one.value)}${one.unit && ` ${one.unit}`}`
  return `  ${one.what.padEnd(58)}${value.padStart(14)}   ${verdict(one)}`.trimEnd()
}

export const printFigures = (title: string, figures: readonly Figure[]): void => {
  console.log(`\n${title}`)
  for (const one of figures) console.log(line(one))
}

export const ofIdle = (idle: Idle): Figure[] => [
  figure('processor time of the executor', idle.executorPercent, '%', { atMost: 2 }),
  figure('and of PostgreSQL with it', idle.executorPercent + idle.postgresPercent, '%', { atMost: 2 }),
  figure('memory', idle.memoryMb, 'MB', { atMost: 300 }),
]

const ofLag = (lag: Lag): Figure[] => [
  figure('lag, half of the runs', lag.p50Ms, 'ms'),
  figure('lag, 99 of 100', lag.p99Ms, 'ms'),
  figure('lag, the latest', lag.maxMs, 'ms'),
  figure('processor time a run, executor', lag.executorMsPerRun, 'ms'),
  figure('processor time a run, PostgreSQL', lag.postgresMsPerRun, 'ms'),
  figure('processor time a run, both', lag.executorMsPerRun + lag.postgresMsPerRun, 'ms'),
]

const withBound = (figures: Figure[], what: string, atMost: number) =>
  figures.map((one) => (one.what === what ? { ...one, atMost } : one))

export const ofSteadyLag = (lag: Lag): Figure[] =>
  withBound(
    withBound(withBound(ofLag(lag), 'lag, 99 of 100', 10), 'lag, half of the runs', 3),
    'processor time a run, both',
    0.5,
  )
export const ofBurst = (lag: Lag): Figure[] => withBound(ofLag(lag), 'lag, the latest', 1000)

export const ofThroughput = (speed: Throughput): Figure[] => [
  figure('calls a second of the bare loop', speed.barePerSecond),
  figure('runs recorded a second', speed.perSecond),
  figure('of the bare loop', speed.ratio * 100, '%', { atLeast: 20 }),
  figure('processor time a run, executor', speed.executorMsPerRun, 'ms'),
  figure('processor time a run, PostgreSQL', speed.postgresMsPerRun, 'ms'),
  figure('processor time a run, both', speed.cpuMsPerRun, 'ms', { atMost: 0.4 }),
  figure('processor time of 1,000 runs, both', speed.cpuMsPerRun, 's'),
]

export const ofFullHistories = (full: FullHistories): Figure[] => [
  figure('minutes at full speed', full.minutes),
  figure('runs recorded meanwhile, each evicting one', full.runs),
  figure('runs recorded a second, histories empty', full.emptyPerSecond),
  figure('runs recorded a second, histories full', full.perSecond),
  figure('of that with empty ones', (full.perSecond / full.emptyPerSecond) * 100, '%', { atLeast: 70 }),
  figure('processor time a run, histories empty', full.emptyCpuMsPerRun, 'ms'),
  figure('processor time a run, histories full', full.cpuMsPerRun, 'ms'),
  figure('worst overshoot of a history at any second', full.worstOvershoot * 100, '%', { atMost: 5 }),
  figure('and at the end, by counting rows', full.overshootAtEnd * 100, '%', { atMost: 5 }),
]

export const ofDispatch = (costs: DispatchCosts): Figure[] => [
  figure('a run, with 10,000 active tasks', costs.fewMsPerRun, 'ms'),
  figure('a run, with 1,000,000 active tasks', costs.manyMsPerRun, 'ms'),
  figure('the second by the first', costs.manyMsPerRun / costs.fewMsPerRun, '', { atMost: 1.3 }),
]

export const ofMillionRuns = (peakMb: number): Figure[] => [
  figure('the most memory that the executor took', peakMb, 'MB', { atMost: 300 }),
]

export const ofBodies = ({ idleMb, peakMb, slowestRoundMs, storedBytesPerRun }: Bodies): Figure[] => [
  figure('memory of the executor when idle', idleMb, 'MB'),
  figure('the most above that', peakMb - idleMb, 'MB', { atMost: 300 }),
  figure('until all 1,000 runs are recorded', slowestRoundMs / 1000, 's', { atMost: 60 }),
  figure('stored of a request, for each run', storedBytesPerRun / 1024, 'KB'),
]

/** With the threads that read bodies for conditions, where those were measured, too. */
export const ofAllOfThis = (peakMb: number): Figure[] => [
  figure('the most memory that the executor took', peakMb, 'MB'),
]

export const ofConditions = ({ simple, json }: ConditionCosts): Figure[] => [
  figure('added by one on the status code', simple.costAdded * 100, '%', { atMost: 10 }),
  figure('throughput left by one with a JSON path on 10 KB', json.throughputRatio * 100, '%', { atLeast: 60 }),
]

/** A run without attackers is over in some 200 ms. */
const longestAlertMs = 5000

const lostCount = ({ victims }: HostileLoad) => victims.filter(({ alertMs }) => alertMs === null).length
const slowest = (times: readonly (number | null)[]) => Math.max(...times.map((ms) => ms ?? Infinity))

export const ofHostileConditions = (loads: readonly HostileLoad[]): Figure[] =>
  loads.flatMap((load) => {
    const { attackers, selectors, victims } = load
    const beside = `${attackers} attackers${selectors === 'slow' ? ', slow' : ''}`
    return [
      figure(`${beside}: alerts lost, of ${victims.length}`, lostCount(load), '', { atMost: 0 }),
      figure(`${beside}: slowest run`, slowest(victims.map(({ runMs }) => runMs)), 'ms'),
      figure(`${beside}: slowest alert`, slowest(victims.map(({ alertMs }) => alertMs)), 'ms', {
        atMost: longestAlertMs,
      }),
    ]
  })

/** What others may notice of an attack. */
const mostTimes = 2

export const ofBeside = ({ quietP99Ms, besideP99Ms }: Beside): Figure[] => [
  figure('99 of 100 of others’ calls without it', quietP99Ms, 'ms'),
  figure('beside it', besideP99Ms, 'ms'),
  figure('times as long', besideP99Ms / quietP99Ms, '', { atMost: mostTimes }),
]

export const ofHostileSearches = ({ answered, rejected, ...beside }: HostileSearches): Figure[] => [
  ...ofBeside(beside),
  figure('searches answered meanwhile', answered),
  figure('and turned away', rejected),
]

export const ofHostileHeaders = ({ quietMemoryMb, peakMemoryMb, ...beside }: HostileHeaders): Figure[] => [
  ...ofBeside(beside),
  figure('memory before', quietMemoryMb, 'MB'),
  figure('memory at most', peakMemoryMb, 'MB', { atMost: 768 }),
]

export const ofHostileDeliveries = ({ sent, deferred, seconds, ...beside }: HostileDeliveries): Figure[] => [
  ...ofBeside(beside),
  figure('sent to one host', sent),
  figure('waiting for their turn at the end', deferred),
  figure('seconds in all', seconds, 's'),
]

type Ingress = Awaited<ReturnType<typeof measureIngress>>

const processorMs = ({ serverMsPerRequest, postgresMsPerRequest }: Ingress['ingress']) =>
  serverMsPerRequest + postgresMsPerRequest

const lastMb = ({ atHalf }: Ingress) => atHalf.memoryMbEachTenSeconds.at(-1) ?? NaN

export const ofIngress = (ingress: Ingress): Figure[] => [
  figure('requests a second of a bare handler', ingress.bare.perSecond),
  figure('requests a second of a handler with an INSERT each', ingress.insert.perSecond),
  figure('requests recorded a second', ingress.ingress.perSecond),
  figure('processor time a request, PostgreSQL’s included', processorMs(ingress.ingress), 'ms'),
  figure('of the bare handler', ingress.ofBare * 100, '%', { atLeast: 45 }),
  figure('times the handler with an INSERT each', ingress.timesInsert, '', { atLeast: 3 }),
  figure('and where that INSERT is prepared', ingress.ingress.perSecond / ingress.prepared.perSecond),
  figure('recorded a second, each sender at its own receiver', ingress.apart.perSecond),
  figure('times the handler with an INSERT each', ingress.apart.perSecond / ingress.insert.perSecond),
  figure('requested a second, for a minute', ingress.atHalf.perSecond),
  figure('99 of 100 answers at that rate', ingress.atHalf.p99Ms, 'ms', { atMost: 40 }),
  figure('of the bare handler', ingress.bareAtHalf.p99Ms, 'ms'),
  figure('memory after that minute', lastMb(ingress), 'MB'),
  figure('by that after ten seconds', lastMb(ingress) / (ingress.atHalf.memoryMbEachTenSeconds.at(0) ?? NaN), '', {
    atMost: 1.1,
  }),
]

export const ofSoak = (soak: Soak): Figure[] => [
  figure('minutes', soak.minutes),
  figure('runs', soak.runs),
  figure('the most memory that the executor took', soak.peakMb, 'MB', { atMost: 300 }),
  figure('memory at the end by that after a minute', soak.atEndMb / soak.afterAMinuteMb, '', { atMost: 1.15 }),
]

export const ofStartTime = (times: StartTimes): Figure[] => [
  figure('a new embedded PostgreSQL, migrated', times.databaseMs / 1000, 's'),
  figure('dashboard, API and receivers', times.apiMs / 1000, 's'),
  figure('executor', times.executorMs / 1000, 's'),
]

const pageNames: Record<string, string> = {
  'index.html': 'dashboard',
  'visitor.html': 'sign-in',
  'rates.html': 'public rates',
}

export const ofBundles = ({ pages, allKb }: Bundles): Figure[] => [
  ...pages.flatMap(({ page, scriptKb, styleKb }) => [
    figure(`${pageNames[page] ?? page}: scripts before anything is shown, gzipped`, scriptKb, 'KB'),
    figure(`${pageNames[page] ?? page}: styles, gzipped`, styleKb, 'KB'),
  ]),
  figure('all scripts and styles, loaded or not, gzipped', allKb, 'KB'),
]

export const ofHistory = (history: Awaited<ReturnType<typeof measureHistory>>): Figure[] => [
  figure('the newest page, among 10 million', history.amongMany.firstPageMs, 'ms'),
  figure('the newest page, among 10 million by among 10,000', history.firstPageRatio, '', { atMost: 1.5 }),
  figure('the oldest page, among 10 million by among 10,000', history.lastPageRatio, '', { atMost: 1.5 }),
]

/** Of 100, by the page and how it is looked at. */
const leastPerformance: Record<string, number> = {
  'front page, desktop': 98,
  'front page, mobile': 95,
  'documentation, desktop': 98,
  'documentation, mobile': 95,
  'blog post, desktop': 98,
  'blog post, mobile': 95,
  'rates, mobile': 95,
  'sign-in, mobile': 95,
  'task list, mobile': 85,
  'task history, mobile': 85,
  'receiver history, mobile': 85,
}

const publicPages = ['front page', 'documentation', 'blog post', 'rates']
const otherCategories = { accessibility: 'accessibility', 'best-practices': 'best practices', seo: 'SEO' } as const

export const ofLighthouse = (pages: readonly LighthouseScore[]): Figure[] =>
  pages.flatMap(({ page, formFactor, scores, layoutShift, requests, scriptKb }) => {
    const name = `${page}, ${formFactor}`
    const least = leastPerformance[name]
    // Search engines see nothing of the dashboard.
    const others = (['accessibility', 'best-practices', 'seo'] as const).filter(
      (category) => category !== 'seo' || publicPages.includes(page),
    )
    return [
      figure(`${name}: performance`, scores.performance, '', least === undefined ? {} : { atLeast: least }),
      ...others.map((category) =>
        figure(`${name}: ${otherCategories[category]}`, scores[category], '', { atLeast: 98 }),
      ),
      figure(`${name}: layout shift`, layoutShift, '', { atMost: 0.02 }),
      figure(`${name}: requests`, requests),
      figure(`${name}: JavaScript`, scriptKb, 'KB'),
    ]
  })

const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? NaN

export const ofRowOpening = (opening: RowOpening): Figure[] => {
  const { firstLargeBody, largeBodyAgain, rowAnswers, rowShown } = opening
  return [
    figure('a body of 1 MiB, the first, median', quantile(firstLargeBody, 0.5), 'ms', { atMost: 300 }),
    figure('and the slowest', quantile(firstLargeBody, 1), 'ms'),
    figure('the same body again, median', quantile(largeBodyAgain, 0.5), 'ms', { atMost: 300 }),
    figure('a row answers, half of them', quantile(rowAnswers, 0.5), 'ms', { atMost: 100 }),
    figure('a row answers, 95 of 100', quantile(rowAnswers, 0.95), 'ms', { atMost: 100 }),
    figure('its body is shown, half of them', quantile(rowShown, 0.5), 'ms'),
    figure('its body is shown, 95 of 100', quantile(rowShown, 0.95), 'ms'),
  ]
}

export const ofSeries = (times: readonly number[]): Figure[] => [
  figure('it is answered, half of the calls', quantile(times, 0.5), 'ms', { atMost: 50 }),
  figure('99 of 100', quantile(times, 0.99), 'ms'),
]

/** Beside PostgreSQL's own time for the same rows, which machines differ in less than in milliseconds. */
export const ofApply = (times: readonly ApplyTimes[]): Figure[] =>
  times.flatMap(({ resources, planMs, applyMs, againMs, bulkMs }) => {
    const atMost = resources < 100 ? 1000 : 10_000
    const name = `${resources.toLocaleString('en-US')} tasks`
    return [
      figure(`${name}: planned`, planMs, 'ms', { atMost }),
      figure(`${name}: applied`, applyMs, 'ms', { atMost }),
      figure(`${name}: applied again, nothing changed`, againMs, 'ms', { atMost }),
      figure(`${name}: applied, as a multiple of a bulk insert of the same rows`, applyMs / bulkMs),
    ]
  })

/** The margin is in percentage points: how far the score of a part may be off from that of the whole. */
export const ofMutation = (counts: Counts, margin: number, seconds: number): Figure[] => [
  figure('changes made to the code, one at a time', counts.mutants),
  figure('of these, noticed by a test', counts.score, '%', { atLeast: 85 }),
  ...(margin > 0 ? [figure('this share may be off by', margin, 'points')] : []),
  figure('executed by a test, and not noticed', counts.survived),
  figure('executed by no test', counts.notCovered),
  figure('it took', seconds / 60, 'minutes'),
]
