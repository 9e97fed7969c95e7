import { scaleLinear, scaleTime } from '@visx/scale'
import { useMemo } from 'react'
import { type PlotPoint, valueDomain } from './plot-points.ts'

/** Pixels around the plot. */
export const margin = { top: 34, right: 16, bottom: 28, left: 56 }

interface Plotted {
  points: readonly PlotPoint[]
  /** What the axis covers, in epoch milliseconds. */
  from: number
  to: number
}

/** From times and values to pixels. */
export const useScales = ({ points, from, to }: Plotted, { width, height }: { width: number; height: number }) =>
  useMemo(() => {
    const x = scaleTime({ domain: [from, to], range: [margin.left + 8, width - margin.right - 8] })
    const y = scaleLinear({ domain: valueDomain(points), range: [height - margin.bottom, margin.top] })
    return { x, y }
  }, [points, from, to, width, height])

export type Scales = ReturnType<typeof useScales>
