import { useId, type FormEvent } from 'react'
import shared from '../shared.module.css'
import classes from './loan-form.module.css'
import { loanPurposes, rateTypes, whyViewersCannot } from './options.ts'
import { changeChoices, useChoices } from '../stored-choices.ts'

interface LoanFormProps {
  /** The server's error about the amount. */
  amountError: string | undefined
  isLoading: boolean
  isSubscribed: boolean
  isSubscribing: boolean
  /** Of an account that they may not change. */
  isViewer: boolean
  onGetRates: () => void
  onSubscribe: () => void
}

/** Amount and purpose of the loan, and which rate types the table shows [MR-03..MR-10]. */
export const LoanForm = (props: LoanFormProps) => {
  const { loanPurpose, visibleRatesFilter } = useChoices()
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    props.onGetRates()
  }
  return (
    <form className={classes.form} onSubmit={onSubmit}>
      <AmountField error={props.amountError} />
      <fieldset className={classes.fieldset}>
        <legend>Loan purpose</legend>
        <div className={classes.options}>
          {loanPurposes.map(({ value, label }) => (
            <label key={value} className={classes.option}>
              <input
                type="radio"
                name="loanPurpose"
                value={value}
                checked={loanPurpose === value}
                onChange={() => changeChoices({ loanPurpose: value })}
              />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset className={classes.fieldset}>
        <legend>Rate types</legend>
        <div className={classes.options}>
          {rateTypes.map(({ key, label }) => (
            <label key={key} className={classes.option}>
              <input
                type="checkbox"
                className={classes.checkbox}
                checked={visibleRatesFilter[key]}
                onChange={(event) =>
                  changeChoices({ visibleRatesFilter: { ...visibleRatesFilter, [key]: event.currentTarget.checked } })
                }
              />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      <div className={classes.actions}>
        <button type="submit" className={shared.primary} aria-busy={props.isLoading}>
          Get Rates
        </button>
        <button
          type="button"
          className={shared.secondary}
          disabled={props.isSubscribing || props.isViewer}
          title={props.isViewer ? whyViewersCannot : undefined}
          onClick={props.onSubscribe}
        >
          {props.isSubscribed ? 'Unsubscribe' : 'Subscribe'}
        </button>
        <span className={shared.hint}>
          {props.isSubscribed
            ? 'You get these rates by email every day.'
            : 'Subscribe to get these rates by email every day.'}
        </span>
      </div>
    </form>
  )
}

const AmountField = ({ error }: { error: string | undefined }) => {
  const { loanAmount } = useChoices()
  const id = useId()
  return (
    <div className={classes.amount}>
      <label htmlFor={id}>Loan amount</label>
      <div className={classes.amountBox}>
        <span aria-hidden>$</span>
        <input
          id={id}
          name="loanAmount"
          type="number"
          inputMode="decimal"
          min={1}
          step="any"
          required
          autoComplete="off"
          placeholder="e.g. 350000"
          value={loanAmount}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onChange={(event) => changeChoices({ loanAmount: event.currentTarget.value })}
        />
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className={shared.fieldError}>
          {error}
        </p>
      )}
    </div>
  )
}
