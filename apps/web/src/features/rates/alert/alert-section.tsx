import type { LoanInput } from '@knockwire/domain/rates/loan'
import type { RateAlertView } from '@knockwire/domain/rates/rate-subscription'
import { useState, type FormEvent, type ReactNode } from 'react'
import { createAlert, deleteAlert, fetchAlerts, type Visitor } from '../calls.ts'
import { dollars, exactMinute } from '../../../lib/format/format.ts'
import { lenderName, rateText } from '@knockwire/domain/rates/labels'
import { loanPurposes, rateTypes, type RateType, whyViewersCannot } from '../fields/options.ts'
import shared from '../shared.module.css'
import classes from './alert-section.module.css'
import { fieldErrorsIn, messageOf } from '../../../lib/api/api-error.ts'
import { showPlain } from '../../../lib/browser/plain-snackbars.ts'
import { NotLoaded } from '../results/not-loaded.tsx'
import { useLoad } from '../use-load.ts'

interface AlertSectionProps {
  visitor: Visitor
  /** The form's loan; null while no amount is typed. */
  loan: LoanInput | null
  /** Where none can be set, those that were set before are shown alone. */
  isOffered: boolean
}

/** One email, once, when a rate type at the loan's amount and purpose is at or below a rate. */
export const AlertSection = ({ visitor: { isSignedIn, isViewer }, loan, isOffered }: AlertSectionProps) => {
  if (isSignedIn) return <Alerts isViewer={isViewer} loan={loan} isOffered={isOffered} />
  if (!isOffered) return null
  return (
    <Titled>
      <p className={shared.hint}>
        Get one email when a rate falls to your target. <a href="/signin?returnUrl=%2Frates">Sign in</a> to set an
        alert.
      </p>
    </Titled>
  )
}

const Titled = ({ children }: { children: ReactNode }) => (
  <section className={shared.section} aria-labelledby="alerts">
    <h2 id="alerts">Rate alerts</h2>
    {children}
  </section>
)

interface AlertsProps extends Omit<AlertSectionProps, 'visitor'> {
  isViewer: boolean
}

const Alerts = ({ isViewer, loan, isOffered }: AlertsProps) => {
  const [version, setVersion] = useState(0)
  const [known, setKnown] = useState<RateAlertView[]>([])
  const alerts = useLoad(`alerts ${version}`, async (signal) => {
    const list = await fetchAlerts(signal)
    setKnown(list)
    return list
  })
  const reload = () => setVersion((last) => last + 1)
  const remove = async (id: string) => {
    try {
      await deleteAlert(id)
      showPlain('info', 'Alert deleted')
    } catch (error) {
      showPlain('error', messageOf(error))
    }
    reload()
  }
  if (!isOffered && known.length === 0 && alerts.state !== 'failed') return null
  return (
    <Titled>
      {isViewer && <p className={shared.hint}>{whyViewersCannot}</p>}
      {isOffered && !isViewer && (
        <AlertForm
          loan={loan}
          onCreated={() => {
            showPlain('info', 'Alert created')
            reload()
          }}
        />
      )}
      {alerts.state === 'failed' && (
        <div className={classes.notLoaded}>
          <NotLoaded onRetry={reload}>Your alerts could not be loaded.</NotLoaded>
        </div>
      )}
      {known.length > 0 && (
        <ul className={classes.alerts}>
          {known.map((alert) => (
            <AlertRow key={alert.id} alert={alert} isViewer={isViewer} onDelete={() => void remove(alert.id)} />
          ))}
        </ul>
      )}
    </Titled>
  )
}

const labelOf = (product: RateType) => rateTypes.find(({ key }) => key === product)?.label ?? product
const purposeOf = (purpose: string) =>
  loanPurposes.find(({ value }) => value === purpose)?.label.toLowerCase() ?? purpose

interface AlertRowProps {
  alert: RateAlertView
  isViewer: boolean
  onDelete: () => void
}

const AlertRow = ({ alert, isViewer, onDelete }: AlertRowProps) => {
  const name = `${labelOf(alert.product)} at or below ${rateText(alert.rate)}`
  return (
    <li>
      <span>
        <strong>{name}</strong>
        <span className={shared.hint}>
          {dollars(alert.loanAmount)}, {purposeOf(alert.loanPurpose)}
        </span>
      </span>
      <span className={shared.hint}>
        {alert.triggered
          ? `Sent ${exactMinute(alert.triggered.at)}: ${lenderName(alert.triggered.lender)} ${rateText(alert.triggered.rate)}`
          : 'Waiting'}
      </span>
      <button
        type="button"
        className={shared.secondary}
        disabled={isViewer}
        title={isViewer ? whyViewersCannot : undefined}
        aria-label={`Delete the alert ${name}`}
        onClick={onDelete}
      >
        Delete
      </button>
    </li>
  )
}

const AlertForm = ({ loan, onCreated }: { loan: LoanInput | null; onCreated: () => void }) => {
  const [product, setProduct] = useState<RateType>('thirtyFix')
  const [rate, setRate] = useState('')
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [isSaving, setSaving] = useState(false)

  const save = async (chosen: LoanInput) => {
    setSaving(true)
    try {
      await createAlert({ ...chosen, product, rate: Number(rate) })
      setErrors({})
      setRate('')
      onCreated()
    } catch (error) {
      setErrors(fieldErrorsIn(error) ?? { form: messageOf(error) })
    }
    setSaving(false)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (loan === null) return setErrors({ form: 'Enter a loan amount above first.' })
    void save(loan)
  }
  const messages = Object.values(errors)
  return (
    <form className={classes.alertForm} onSubmit={onSubmit}>
      <label>
        Rate type
        <select
          value={product}
          onChange={(event) =>
            setProduct(rateTypes.find(({ key }) => key === event.currentTarget.value)?.key ?? 'thirtyFix')
          }
        >
          {rateTypes.map(({ key, label }) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label>
        At or below (percent)
        <input
          type="number"
          inputMode="decimal"
          min={0.001}
          max={25}
          step={0.001}
          required
          placeholder="e.g. 5.500"
          value={rate}
          onChange={(event) => setRate(event.currentTarget.value)}
        />
      </label>
      <button type="submit" className={shared.secondary} disabled={isSaving}>
        Set alert
      </button>
      <p className={shared.hint}>
        {loan === null
          ? 'For the loan amount and purpose above.'
          : `For ${dollars(loan.loanAmount)}, ${purposeOf(loan.loanPurpose)}. You get one email when it happens.`}
      </p>
      {messages.length > 0 && (
        <p role="alert" className={shared.fieldError}>
          {messages.join(' ')}
        </p>
      )}
    </form>
  )
}
