import type { ReactNode } from 'react'
import { type Chart, type LegendKey, legendOf } from './chart-series.ts'
import classes from './chart.module.css'

const names: Record<LegendKey, string> = {
  median: 'Median',
  p95: '95th percentile',
  page: 'On this page',
  warn: 'HTTP error',
  bad: 'Failed',
  lack: 'Missed',
  pause: 'Disabled',
  inconclusive: 'Inconclusive: our network failed',
}

const band = (
  <>
    <rect width="16" height="12" fill="var(--kw-muted)" opacity="0.12" />
    <line x1="0" x2="16" y1="10.5" y2="10.5" stroke="var(--kw-muted)" strokeWidth="3" />
  </>
)

/** As the chart draws them, 16 by 12 pixels. */
const shapes: Record<LegendKey, ReactNode> = {
  median: <line x1="0" x2="16" y1="6" y2="6" stroke="var(--kw-accent)" strokeWidth="1.5" />,
  p95: <line x1="0" x2="16" y1="6" y2="6" stroke="var(--kw-muted)" strokeWidth="1.5" strokeDasharray="4 3" />,
  page: <circle cx="8" cy="6" r="3.5" fill="var(--kw-panel)" stroke="var(--kw-accent)" strokeWidth="1.5" />,
  warn: <path d="M8,1l5,10h-10z" fill="var(--kw-warn-text)" />,
  bad: <path d="M4,2l8,8m0,-8l-8,8" stroke="var(--kw-bad-text)" strokeWidth="2" fill="none" />,
  lack: (
    <path d="M0,11l10,-10M5,11l10,-10M0,6l5,-5M10,11l6,-6" stroke="var(--kw-muted)" strokeWidth="1.5" fill="none" />
  ),
  pause: band,
  inconclusive: band,
}

/** What the lines and shapes of a chart stand for; nothing where there is one line alone. */
export const ChartLegend = ({ chart }: { chart: Chart }) => {
  const keys = legendOf(chart)
  if (keys.length === 0) return null
  return (
    <ul className={classes.legend} aria-label="Legend">
      {keys.map((key) => (
        <li key={key}>
          <svg width="16" height="12" aria-hidden>
            {shapes[key]}
          </svg>
          {names[key]}
        </li>
      ))}
    </ul>
  )
}
