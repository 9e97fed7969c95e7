import type { LoanInput } from '@knockwire/domain/rates/loan'
import { useState, useSyncExternalStore } from 'react'
import { paths } from '../../lib/navigation/paths.ts'
import { rememberSignedIn } from '../../lib/session/sign-in-memory.ts'
import { AlertSection } from './alert/alert-section.tsx'
import { fetchRates, fetchSources, subscribe, unsubscribe } from './calls.ts'
import { HistorySection } from './results/history-section.tsx'
import { LoanForm } from './fields/loan-form.tsx'
import { loanAmountOf } from './fields/options.ts'
import classes from './rates-page.module.css'
import { RatesResults } from './results/rates-results.tsx'
import { showPlain } from '../../lib/browser/plain-snackbars.ts'
import { signInPath } from '../../lib/session/session.ts'
import { ApiError, fieldErrorsIn, isStatus } from '../../lib/api/api-error.ts'
import { RatesSnackbars } from './rates-snackbars.tsx'
import { SourceList } from './results/source-list.tsx'
import { useChoices, type Choices } from './stored-choices.ts'
import { useLoad } from './use-load.ts'
import { useVisitor } from './use-visitor.ts'
import { Wordmark } from '../../components/ui/layout/wordmark.tsx'

const loanOf = ({ loanAmount, loanPurpose }: Choices): LoanInput | null => {
  const amount = loanAmountOf(loanAmount)
  return amount === null ? null : { loanAmount: amount, loanPurpose }
}

/** What was requested: the form's loan at the time, and a counter, so that the same request loads again. */
interface Request {
  loan: LoanInput
  count: number
}

/** The public page of mortgage rates: the form, the table, where its figures come from, their history, alerts. */
export const RatesPage = () => {
  const choices = useChoices()
  const { visitor, setSubscribed } = useVisitor()
  const [request, setRequest] = useState<Request | null>(null)
  const [isSubscribing, setSubscribing] = useState(false)
  const loan = loanOf(choices)
  const rates = useLoad(request && JSON.stringify(request), (signal) =>
    fetchRates(request?.loan ?? neverRequested(), signal),
  )

  const sources = useLoad('sources', fetchSources)
  // There is nothing to ask for then; who subscribed or set an alert before can still end it.
  const isWithoutRates = sources.state === 'ready' && sources.value.length === 0

  const amountError = rates.state === 'failed' ? fieldErrorsIn(rates.error)?.['loanAmount'] : undefined

  const getRates = () => {
    if (loan !== null) setRequest((last) => ({ loan, count: (last?.count ?? 0) + 1 }))
  }
  const changeSubscription = async () => {
    if (!visitor.isSubscribed && loan === null) {
      return showPlain('warning', 'Please enter valid loan amount and purpose first')
    }
    setSubscribing(true)
    await (visitor.isSubscribed ? endSubscription(setSubscribed) : startSubscription(loan, setSubscribed))
    setSubscribing(false)
  }

  return (
    <>
      <PageHeader isSignedIn={visitor.isSignedIn} />
      <main className={classes.page}>
        <h1>Mortgage Rates</h1>
        {/* Until they are known, the document may say that there are none: nothing is shown that then vanishes. */}
        <div data-part={sources.state === 'loading' ? 'rate-sources' : undefined}>
          {!isWithoutRates && (
            <p className={classes.lead}>
              Current rates for your loan. Every figure links to its source and shows its age.
            </p>
          )}
          {(!isWithoutRates || visitor.isSubscribed) && (
            <LoanForm
              amountError={amountError}
              isLoading={rates.state === 'loading'}
              isSubscribed={visitor.isSubscribed}
              isSubscribing={isSubscribing}
              isViewer={visitor.isViewer}
              onGetRates={getRates}
              onSubscribe={() => void changeSubscription()}
            />
          )}
          {amountError === undefined && <RatesResults rates={rates} visible={choices.visibleRatesFilter} />}
          {request && rates.state === 'ready' && (
            <HistorySection loan={request.loan} visible={choices.visibleRatesFilter} />
          )}
          <AlertSection visitor={visitor} loan={loan} isOffered={!isWithoutRates} />
        </div>
        <SourceList sources={sources} />
      </main>
      <Footer />
      <RatesSnackbars />
    </>
  )
}

const neverRequested = (): never => {
  throw new Error('No loan was requested.')
}

const startSubscription = async (loan: LoanInput | null, setSubscribed: (is: boolean) => void) => {
  if (loan === null) return
  try {
    await subscribe(loan)
    rememberSignedIn(true)
    setSubscribed(true)
    showPlain('info', 'Successfully subscribed! You will receive daily rate updates via email.')
  } catch (error) {
    if (isStatus(error, 401)) return toSignIn()
    const failure = error instanceof ApiError && error.isExplained ? error.message : 'Failed to subscribe'
    showPlain('error', wasRejected(error) ? failure : 'An error occurred while subscribing')
  }
}

const endSubscription = async (setSubscribed: (is: boolean) => void) => {
  try {
    await unsubscribe()
    setSubscribed(false)
    showPlain('info', 'Successfully unsubscribed from daily rate updates.')
  } catch (error) {
    if (isStatus(error, 401)) return toSignIn()
    showPlain('error', wasRejected(error) ? 'Failed to unsubscribe' : 'An error occurred while unsubscribing')
  }
}

const wasRejected = (error: unknown) => error instanceof ApiError && error.status >= 400

/** Sign-in comes back to this page [ER-44]. */
const toSignIn = () => window.location.assign(signInPath(window.location))

const never = () => () => {}
const yearNow = () => new Date().getFullYear()
const yearOfBuild = () => null

/** The document is written by a build, maybe last year's: it names no year until its script runs. */
const Footer = () => {
  const year = useSyncExternalStore(never, yearNow, yearOfBuild)
  return (
    <footer className={classes.footer}>
      <p>{`© ${year === null ? '' : `${year} `}Knockwire. These figures are for information. They are not an offer to lend.`}</p>
    </footer>
  )
}

/** The page stands outside the dashboard's shell [SH-32], and leads to it. */
const PageHeader = ({ isSignedIn }: { isSignedIn: boolean }) => (
  <header className={classes.bar}>
    <div className={classes.barInner}>
      <a href="/" className={classes.home} aria-label="Knockwire, home page">
        <Wordmark />
      </a>
      <nav aria-label="Site" className={classes.nav}>
        <a href="/docs" data-part="site">
          Docs
        </a>
        <a href="/docs/api" data-part="site">
          API
        </a>
        <a href="/blog" data-part="site">
          Blog
        </a>
        <a href="/rates" aria-current="page">
          Rates
        </a>
        {isSignedIn ? <a href={paths.dashboard}>Dashboard</a> : <a href="/signin?returnUrl=%2Frates">Sign in</a>}
      </nav>
    </div>
  </header>
)
