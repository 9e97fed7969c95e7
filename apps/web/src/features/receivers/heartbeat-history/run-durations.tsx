import { milliseconds } from '@knockwire/domain/executions/milliseconds'
import type { HeartbeatHistoryView } from '@knockwire/domain/heartbeats/heartbeat-history'
import { runDurationText } from '@knockwire/domain/text/duration-text'
import { useState } from 'react'
import { axisTime } from '../../../components/charts/axis-time.ts'
import { LineChart } from '../../../components/charts/line-chart.tsx'
import type { PlotPoint } from '../../../components/charts/plot-points.ts'
import { exactNumber, exactTime } from '../../../lib/format/format.ts'

interface RunDurationsProps {
  history: HeartbeatHistoryView
  /** Pixels. */
  height: number
}

const none = () => {}

/**
 * How long the runs of a heartbeat took, from their start to their end: of each as everywhere, and at the axis as one number ("16.7 min"),
 * since "16 min 40 s" has no room there. It brings visx.
 */
export function RunDurations({ history: { from, to, runs, bands }, height }: RunDurationsProps) {
  const [marked, setMarked] = useState<string | null>(null)
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)]
  const points = runs.map(({ id, at, duration, isSuccess }): PlotPoint => ({
    id,
    at: Date.parse(at),
    value: duration,
    upper: null,
    tone: isSuccess ? 'ok' : 'warn',
    isAfterGap: false,
    isListed: false,
  }))
  const down = bands
    .filter(({ state }) => state === 'DOWN')
    .map((band) => ({ from: Date.parse(band.from), to: Date.parse(band.to), tone: 'bad' as const }))
  return (
    <LineChart
      points={points}
      from={fromMs}
      to={toMs}
      gaps={[]}
      bands={down}
      height={height}
      label={`Duration of ${exactNumber(runs.length)} ${runs.length === 1 ? 'run' : 'runs'}`}
      formatValue={milliseconds}
      formatTime={axisTime(toMs - fromMs)}
      describe={({ at, value, tone }) => ({
        title: runDurationText(value ?? 0),
        lines: [exactTime(at), ...(tone === 'ok' ? [] : ['It failed'])],
      })}
      marked={marked}
      onMark={setMarked}
      onSelect={none}
    />
  )
}
