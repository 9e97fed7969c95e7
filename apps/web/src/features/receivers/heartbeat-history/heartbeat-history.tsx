import type { HeartbeatHistoryView } from '@knockwire/domain/heartbeats/heartbeat-history'
import { type DrawnState, drawnStates } from '@knockwire/domain/heartbeats/history-rules'
import type { SeriesRange } from '@knockwire/domain/series/series'
import { seriesRanges } from '@knockwire/domain/series/series-ranges'
import { durationText, runDurationText } from '@knockwire/domain/text/duration-text'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { rangeNames } from '../../../components/charts/range-names.ts'
import { RangeTabs } from '../../../components/charts/range-tabs.tsx'
import { ErrorState } from '../../../components/ui/feedback/empty-state.tsx'
import { exactNumber, exactTime, percent } from '../../../lib/format/format.ts'
import { lazyPart } from '../../../lib/navigation/lazy-part.ts'
import { bandsSummary, nothingExpectedMs } from './bands-summary.ts'
import { heartbeatHistoryQuery } from './heartbeat-queries.ts'
import classes from './heartbeat-history.module.css'

const RunDurations = lazyPart(async () => (await import('./run-durations.tsx')).RunDurations)

/** Pixels: that of the durations, and of what stands in their place while they load. */
const durationsHeight = 180

interface HeartbeatHistoryProps {
  receiverId: string
  /** Of its state: it is read again with it. */
  since: string
  /** When the receiver was created. */
  createdAt: string
}

const hourMs = 3_600_000

/** Of a young receiver, the hour that holds all of it. */
const firstRange = (createdAt: string): SeriesRange => (Date.now() - Date.parse(createdAt) < hourMs ? '1h' : '24h')

/** When a heartbeat was up, late and down over a range of time, and how long its runs took. */
export function HeartbeatHistory({ receiverId, since, createdAt }: HeartbeatHistoryProps) {
  const [range, setRange] = useState(() => firstRange(createdAt))
  const { data, error, refetch } = useQuery(heartbeatHistoryQuery(receiverId, range, since))
  return (
    <section className={classes.history} aria-label="Uptime">
      <RangeTabs ranges={seriesRanges} names={rangeNames} value={range} onChange={setRange} />
      {data !== undefined && <Drawn history={data} />}
      {data === undefined && error === null && <Skeleton height={72} />}
      {data === undefined && error !== null && (
        <ErrorState title="The uptime could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
    </section>
  )
}

const drawnBands = ({ bands, unknown }: HeartbeatHistoryView) => [
  ...bands,
  ...unknown.map((span) => ({ ...span, state: 'UNKNOWN' as const })),
]

function Drawn({ history }: { history: HeartbeatHistoryView }) {
  const { range, runs } = history
  if (drawnBands(history).length === 0)
    return <p className={classes.empty}>Nothing was expected in {rangeNames[range].long}, so there is no uptime.</p>
  return (
    <>
      <Figures history={history} />
      <StateBands history={history} />
      {runs.length > 0 && (
        <>
          <h3 className={classes.subtitle}>Duration of runs</h3>
          <Suspense fallback={<Skeleton height={durationsHeight} />}>
            <RunDurations history={history} height={durationsHeight} />
          </Suspense>
        </>
      )}
    </>
  )
}

/** Where all of the time is unknown, there is none. */
const uptimeText = ({ uptimePercent }: HeartbeatHistoryView) =>
  uptimePercent === null ? 'unknown' : percent(uptimePercent)

function Figures({ history }: { history: HeartbeatHistoryView }) {
  const { range, outages, downtime, median, p95 } = history
  const figures: [name: string, value: string][] = [
    ['Uptime', uptimeText(history)],
    ['Outages', outages === 0 ? 'none' : `${exactNumber(outages)} (${durationText(downtime)})`],
    ...(median === null ? [] : [['Median run', runDurationText(median)] as [string, string]]),
    ...(p95 === null ? [] : [['95th percentile', runDurationText(p95)] as [string, string]]),
  ]
  return (
    <dl className={classes.figures} aria-label={`Figures of ${rangeNames[range].long}`}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const stateNames = { UP: 'Up', LATE: 'Late', DOWN: 'Down', UNKNOWN: 'Unknown' } as const

const bandTitle = (state: DrawnState, start: number, end: number) => {
  const span = `${stateNames[state]} for ${durationText(end - start)}: ${exactTime(start)} to ${exactTime(end)}`
  return state === 'UNKNOWN' ? `${span}. Calls could not be received.` : span
}

/** The time from its beginning to its end as a bar, each stretch in the color and pattern of its state. */
function StateBands({ history }: { history: HeartbeatHistoryView }) {
  const { from, to } = history
  const bands = drawnBands(history)
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)]
  const share = (ms: number) => `${(100 * ms) / (toMs - fromMs)}%`
  return (
    <>
      <div className={classes.bar} role="img" aria-label={bandsSummary(history)}>
        {bands.map((band) => {
          const [start, end] = [Date.parse(band.from), Date.parse(band.to)]
          return (
            <span
              key={band.from}
              className={classes.band}
              data-state={band.state}
              style={{ left: share(start - fromMs), width: share(end - start) }}
              title={bandTitle(band.state, start, end)}
            />
          )
        })}
      </div>
      <ul className={classes.legend}>
        {drawnStates
          .filter((state) => bands.some((band) => band.state === state))
          .map((state) => (
            <li key={state}>
              <span className={classes.swatch} data-state={state} aria-hidden />
              {stateNames[state]}
            </li>
          ))}
        {nothingExpectedMs(history) > 0 && (
          <li>
            <span className={classes.swatch} aria-hidden />
            Nothing expected
          </li>
        )}
      </ul>
    </>
  )
}
