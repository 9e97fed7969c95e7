import type { LoanInput } from '@knockwire/domain/rates/loan'
import type { HistoryRange } from '@knockwire/domain/rates/rate-history'
import { lazy, Suspense, useState } from 'react'
import { fetchHistory } from '../calls.ts'
import { rateTypes, type RateType } from '../fields/options.ts'
import shared from '../shared.module.css'
import classes from './history.module.css'
import { useLoad } from '../use-load.ts'
import { NotLoaded } from './not-loaded.tsx'

const HistoryChart = lazy(() => import('./history-chart.tsx'))

const ranges: readonly { value: HistoryRange; label: string }[] = [
  { value: '3m', label: '3 months' },
  { value: '1y', label: '1 year' },
  { value: '5y', label: '5 years' },
]

interface HistorySectionProps {
  loan: LoanInput
  visible: Record<RateType, boolean>
}

/** One rate type over time, a line for each lender. The chart's code is loaded once rates were requested. */
export const HistorySection = ({ loan, visible }: HistorySectionProps) => {
  const [range, setRange] = useState<HistoryRange>('1y')
  const [tries, setTries] = useState(1)
  const [chosen, setChosen] = useState<RateType>('thirtyFix')
  const shown = rateTypes.filter(({ key }) => visible[key])
  const product = shown.find(({ key }) => key === chosen) ?? shown[0]
  const history = useLoad(JSON.stringify([loan, range, tries]), (signal) => fetchHistory(loan, range, signal))
  if (product === undefined) return null
  const series = history.state === 'ready' ? history.value.filter((one) => one.product === product.key) : []
  return (
    <section className={shared.section} aria-labelledby="history">
      <h2 id="history">History</h2>
      <div className={classes.chartOptions}>
        <Choice
          label="Rate type"
          options={shown.map(({ key, label }) => ({ value: key, label }))}
          value={product.key}
          onChange={setChosen}
        />
        <Choice label="Time range" options={ranges} value={range} onChange={setRange} />
      </div>
      <div
        className={classes.chart}
        data-empty={(history.state === 'ready' && series.length === 0) || undefined}
        aria-busy={history.state === 'loading'}
      >
        {history.state === 'failed' && (
          <NotLoaded onRetry={() => setTries(tries + 1)}>The history could not be loaded.</NotLoaded>
        )}
        {history.state === 'ready' &&
          (series.length === 0 ? (
            <p className={shared.empty}>There is no history of {product.label} for this loan yet.</p>
          ) : (
            <Suspense fallback={null}>
              <HistoryChart series={series} label={product.label} />
            </Suspense>
          ))}
      </div>
    </section>
  )
}

interface ChoiceProps<T extends string> {
  label: string
  options: readonly { value: T; label: string }[]
  value: T
  onChange: (value: T) => void
}

const Choice = <T extends string>({ label, options, value, onChange }: ChoiceProps<T>) => (
  <div role="group" aria-label={label} className={classes.choice}>
    {options.map((option) => (
      <button
        key={option.value}
        type="button"
        aria-pressed={option.value === value}
        onClick={() => onChange(option.value)}
      >
        {option.label}
      </button>
    ))}
  </div>
)
