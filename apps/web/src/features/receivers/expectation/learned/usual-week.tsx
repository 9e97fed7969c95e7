import type { LearnedRhythmView, UsualWindowView } from '@knockwire/domain/heartbeats/learned/learned-rhythm'
import { useState } from 'react'
import type { ChartGap } from '../../../../components/charts/chart-marks.tsx'
import { LineChart } from '../../../../components/charts/line-chart.tsx'
import type { PlotPoint } from '../../../../components/charts/plot-points.ts'
import { exactNumber, timeFormat } from '../../../../lib/format/format.ts'
import { usualRange } from './counted-text.ts'

interface UsualWeekProps {
  rhythm: LearnedRhythmView
  /** Pixels. */
  height: number
}

interface HourPoint extends PlotPoint {
  window: UsualWindowView | null
}

const hoursOfWeek = 168
const none = () => {}

/** Some week that begins on a Monday: the axis names its days, and the clocks of no zone change in it. */
const timeOf = (hour: number) => new Date(2026, 0, 5, hour).getTime()

const weekday = (at: Date) => timeFormat({ weekday: 'short' }).format(at)
const hourText = (hour: number) =>
  timeFormat({ weekday: 'short', hour: 'numeric', minute: '2-digit' }).format(new Date(timeOf(hour)))

/** How many requests are usual in each hour of a week, with the count below which there is an alert. It brings visx. */
export function UsualWeek({ rhythm: { hours, windows }, height }: UsualWeekProps) {
  const [marked, setMarked] = useState<string | null>(null)
  const windowOf = (hour: number) => windows.find(({ start, hours: length }) => hour >= start && hour < start + length)
  const points = hours.map((value, hour): HourPoint => {
    const window = windowOf(hour) ?? null
    return {
      id: String(hour),
      at: timeOf(hour),
      value,
      upper: window && window.lowest / window.hours,
      tone: 'ok',
      isAfterGap: false,
      isListed: false,
      window,
    }
  })
  return (
    <LineChart
      points={points}
      from={timeOf(0)}
      to={timeOf(hoursOfWeek)}
      gaps={quietStretches(points)}
      bands={[]}
      height={height}
      label="Usual requests by hour of the week"
      formatValue={exactNumber}
      formatTime={weekday}
      describe={({ id, value, window }) => ({
        title: `${hourText(Number(id))}: about ${exactNumber(Math.round(value ?? 0))}`,
        lines: window === null ? ['Too quiet to judge'] : windowLines(window),
      })}
      marked={marked}
      onMark={setMarked}
      onSelect={none}
    />
  )
}

const windowLines = ({ start, hours, usualFrom, usualTo, lowest }: UsualWindowView): string[] => [
  ...(hours === 1 ? [] : [`${hourText(start)} to ${hourText(start + hours)}`]),
  `Usually ${usualRange({ kind: 'RECEIVED', usualFrom, usualTo })}`,
  `Alert below ${exactNumber(lowest)}`,
]

/** Hours in a row that are too quiet. */
const quietStretches = (points: readonly HourPoint[]): ChartGap[] => {
  const gaps: ChartGap[] = []
  for (const [hour, { window }] of points.entries()) {
    if (window !== null) continue
    const last = gaps.at(-1)
    if (last?.to === timeOf(hour)) last.to = timeOf(hour + 1)
    else gaps.push({ from: timeOf(hour), to: timeOf(hour + 1), kind: 'pause', label: 'Too quiet' })
  }
  return gaps
}
