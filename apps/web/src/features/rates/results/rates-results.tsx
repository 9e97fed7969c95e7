import type { RateOrigin, RateRow } from '@knockwire/domain/rates/rate-row'
import type { FoundRates } from '../calls.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import { calendarDate, exactMinute } from '../../../lib/format/format.ts'
import { lenderName, rateText } from '@knockwire/domain/rates/labels'
import { rateTypes, type RateType } from '../fields/options.ts'
import shared from '../shared.module.css'
import classes from './rates-results.module.css'
import type { Loaded } from '../use-load.ts'

interface RatesResultsProps {
  rates: Loaded<FoundRates>
  visible: Record<RateType, boolean>
}

/** The table of the newest rates, or a placeholder. */
export const RatesResults = ({ rates, visible }: RatesResultsProps) => (
  <section
    className={classes.results}
    aria-label="Current rates"
    aria-live="polite"
    aria-busy={rates.state === 'loading'}
  >
    {rates.state === 'loading' && <TableSkeleton />}
    {rates.state === 'failed' && <Failure error={rates.error} />}
    {rates.state === 'ready' &&
      (rates.value.rows.length === 0 ? (
        <NoRates isUnread={rates.value.isUnread} />
      ) : (
        <RatesTable rows={rates.value.rows} visible={visible} />
      ))}
  </section>
)

/** [ER-38]. Where no source could be read, that is the reason, and no criteria would change it. */
const NoRates = ({ isUnread }: { isUnread: boolean }) => (
  <div className={shared.empty}>
    {isUnread && (
      <p>
        <strong>Rates could not be fetched right now.</strong> None of the sources below could be read. The server
        retries automatically.
      </p>
    )}
    <p>No rates were found matching your criteria.</p>
  </div>
)

const TableSkeleton = () => (
  <div className={classes.skeleton}>
    <span className={classes.hidden}>Loading rates…</span>
    {[0, 1, 2].map((row) => (
      <div key={row} />
    ))}
  </div>
)

/** The message of the error, or a default [ER-36, ER-37]. */
const Failure = ({ error }: { error: unknown }) => {
  const isUnexplained = error instanceof ApiError && error.status >= 400 && !error.isExplained
  const message = error instanceof Error && error.message !== '' && !isUnexplained ? error.message : null
  return (
    <p role="alert" className={shared.alert}>
      Error: {message ?? 'An unexpected error occurred while fetching rates.'}
    </p>
  )
}

const newestDate = (rows: readonly RateRow[]): string | null =>
  rows
    .map((row) => row.effectiveDate)
    .reduce<string | null>((newest, date) => (newest === null || date > newest ? date : newest), null)

const RatesTable = ({ rows, visible }: { rows: readonly RateRow[]; visible: Record<RateType, boolean> }) => {
  const columns = rateTypes.filter(({ key }) => visible[key])
  const current = newestDate(rows)
  return (
    <>
      {current !== null && (
        <p className={classes.current}>
          Rates current as of <strong>{calendarDate(current)}</strong>
        </p>
      )}
      {columns.length === 0 && <p className={shared.hint}>Choose at least one rate type to see its rates.</p>}
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Lender</th>
            {columns.map(({ key, label }) => (
              <th key={key} scope="col" className={classes.number}>
                {label}
              </th>
            ))}
            <th scope="col" className={classes.date}>
              Effective date
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                <span className={classes.lender}>{lenderName(row.lender)}</span>
                {row.isBenchmark && (
                  <span className={classes.badge} title="A published average. Nobody lends at exactly this rate.">
                    Benchmark
                  </span>
                )}
                {isAllApr(row) && (
                  <span className={classes.badge} title="Annual percentage rates: fees are included.">
                    APR
                  </span>
                )}
                {row.isStale && (
                  <span className={classes.stale} title="The source has not been updated on schedule.">
                    ⚠ Out of date
                  </span>
                )}
              </th>
              {columns.map(({ key, label }) => (
                <td key={key} data-label={label} className={classes.number}>
                  <Rate value={row[key]} origin={row.origins?.[key]} isAprNamed={isAllApr(row)} />
                </td>
              ))}
              <td data-label="Effective date" className={classes.date}>
                {calendarDate(row.effectiveDate)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

/** Then it is said once, at the lender. */
const isAllApr = ({ origins }: RateRow) => Object.values(origins ?? {}).every(({ rateType }) => rateType === 'APR')

const rateTypeLabels = { NOTE_RATE: 'Note rate', APR: 'APR' } as const

interface RateProps {
  value: unknown
  origin: RateOrigin | undefined
  isAprNamed: boolean
}

/** A figure links to its source, with the time it was read. */
const Rate = ({ value, origin, isAprNamed }: RateProps) => {
  const text = rateText(value)
  if (origin === undefined) return <span className={text === 'N/A' ? classes.none : undefined}>{text}</span>
  const source = `${rateTypeLabels[origin.rateType]} from ${origin.sourceName}, loaded ${exactMinute(origin.fetchedAt)}`
  return (
    <span>
      <a
        href={origin.sourceUrl}
        target="_blank"
        rel="noopener noreferrer"
        title={source}
        data-stale={origin.isStale || undefined}
      >
        {text}
        <span className={classes.hidden}>. {source}</span>
      </a>
      {origin.rateType === 'APR' && !isAprNamed && <small className={classes.kind}>APR</small>}
    </span>
  )
}
