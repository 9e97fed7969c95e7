import classes from '../list.module.css'

export interface FilterOption<S extends string> {
  /** Undefined: all. */
  status: S | undefined
  label: string
  count: number
  tone?: 'bad'
  /** Offered only where there are any, and while it is chosen. It stands last: those behind it would move as it appears. */
  isRare?: boolean
}

interface StatusFilterProps<S extends string> {
  label: string
  options: readonly FilterOption<S>[]
  value: S | undefined
  onChange: (status: S | undefined) => void
}

/** What of a list is shown, with how many there are of each. */
export const StatusFilter = <S extends string>({ label, options, value, onChange }: StatusFilterProps<S>) => (
  <div role="group" aria-label={label} className={classes.filter}>
    {options
      .filter(({ status, count, isRare }) => isRare !== true || count > 0 || status === value)
      .map(({ status, label: name, count, tone }) => (
        <button
          key={name}
          type="button"
          className={classes.state}
          aria-pressed={status === value}
          data-tone={count > 0 ? tone : undefined}
          onClick={() => onChange(status)}
        >
          {name} <span className={classes.number}>{count}</span>
        </button>
      ))}
  </div>
)

/** Keeps the filter's place until it is known what there is, so that the list does not move. */
export const StatusFilterSkeleton = () => <div className={classes.filterSkeleton} aria-hidden />
