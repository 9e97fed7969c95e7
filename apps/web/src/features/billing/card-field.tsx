import { Button } from '@mantine/core'
import { useId } from 'react'
import classes from './billing.module.css'
import type { CardElement } from './use-card-element.ts'

/** Number, expiry and code, in Stripe's own field. */
export function CardField({ card }: { card: CardElement }) {
  const { state, error, mountIn, retry } = card
  const labelId = useId()
  const errorId = useId()
  return (
    <div role="group" aria-labelledby={labelId} aria-describedby={errorId}>
      <span id={labelId} className={classes.label}>
        Card
      </span>
      {state === 'failed' ? (
        <div role="alert" className={classes.cardFailed}>
          <p>
            The card field could not be loaded from Stripe. Check your connection, or whether something in your browser
            blocks js.stripe.com.
          </p>
          <Button variant="default" onClick={retry}>
            Try again
          </Button>
        </div>
      ) : (
        <div
          ref={mountIn}
          className={classes.card}
          data-state={state}
          data-invalid={error !== null || undefined}
          aria-busy={state === 'loading'}
        />
      )}
      <p id={errorId} role="alert" className={classes.fieldError}>
        {error}
      </p>
      <p className={classes.hint}>Your card goes to Stripe, our payment provider, and never to this server.</p>
    </div>
  )
}
