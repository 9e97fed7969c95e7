import { Button } from '@mantine/core'
import type { Stripe, StripeCardElement } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { useEffect, useId, useRef, useState } from 'react'
import { messageOf } from '../../lib/api/api-error.ts'
import { useMutex } from '../../lib/forms/use-mutex.ts'
import classes from './billing.module.css'

interface CardElement {
  state: 'loading' | 'ready' | 'failed'
  /** The error in the card's details, as Stripe words it. */
  error: string | null
  /** Given the element in which Stripe puts its field. */
  mountIn: (container: HTMLDivElement | null) => void
  /** Where it failed; the field, which is then shown again, is mounted again. */
  retry: () => void
  /** Exchanges the card for a token at Stripe. Throws with Stripe's message. */
  tokenize: () => Promise<string>
}

/** Stripe's own field for a card: its value goes to Stripe alone. Stripe's script is loaded when this shows. */
export function useCardElement(publicKey: string): CardElement {
  const [state, setState] = useState<CardElement['state']>('loading')
  const [error, setError] = useState<string | null>(null)
  const [container, mountIn] = useState<HTMLDivElement | null>(null)
  const parts = useRef<{ stripe: Stripe; card: StripeCardElement } | null>(null)

  useEffect(() => {
    if (container === null) return
    if (!isOwnDocument()) return window.location.reload()
    let isUnmounted = false
    const mount = async () => {
      const stripe = await loadStripe(publicKey)
      if (isUnmounted) return
      if (stripe === null) throw new Error('Stripe is for browsers only.')
      const card = stripe.elements({ locale: 'en' }).create('card', { style: styleOf(container), disableLink: true })
      parts.current = { stripe, card }
      card.on('ready', () => {
        setState('ready')
        card.focus()
      })
      card.on('change', (change) => setError(change.error?.message ?? null))
      card.mount(container)
    }
    mount().catch(() => {
      if (!isUnmounted) setState('failed')
    })
    return () => {
      isUnmounted = true
      parts.current?.card.destroy()
      parts.current = null
    }
  }, [publicKey, container])

  return {
    state,
    error,
    mountIn,
    retry: () => setState('loading'),
    tokenize: async () => {
      if (parts.current === null) throw new CardError('The card field is not ready yet.')
      const { stripe, card } = parts.current
      const { token, error: stripeError } = await stripe.createToken(card)
      if (token === undefined) throw new CardError(stripeError.message ?? 'This card cannot be used.')
      return token.id
    },
  }
}

/**
 * The server lets Stripe's script run in the account page's own document only. A user who came here from another page is still
 * in that page's document, so it is loaded again; the address says which dialog is open.
 */
function isOwnDocument(): boolean {
  const [loaded] = performance.getEntriesByType('navigation')
  return loaded === undefined || new URL(loaded.name).pathname === window.location.pathname
}

/** Stripe's message about a card, for its owner. */
class CardError extends Error {
  override readonly name = 'CardError'
}

/** The field is a page of Stripe's and knows none of our styles. */
function styleOf(element: Element) {
  const { color, fontFamily } = getComputedStyle(element)
  const root = getComputedStyle(document.documentElement)
  return {
    base: {
      color,
      fontFamily,
      fontSize: '16px',
      iconColor: root.getPropertyValue('--kw-muted').trim(),
      '::placeholder': { color: root.getPropertyValue('--kw-muted').trim() },
    },
    invalid: { color: root.getPropertyValue('--kw-bad-text').trim() },
  }
}

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
            The card field could not be loaded from Stripe. Check your connection, and that your browser doesn’t block
            js.stripe.com.
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
      <p className={classes.hint}>Your card details go to Stripe, our payment provider, and never reach this server.</p>
    </div>
  )
}

interface CardSubmit {
  isBusy: boolean
  /** Stripe's message about the card, or the server's. */
  error: string | null
  run: () => void
}

/** From the click to the response, with the calls to Stripe in between as one. */
export function useCardSubmit(work: () => Promise<void>): CardSubmit {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const mutex = useMutex()
  const run = async () => {
    if (!mutex.tryAcquire()) return
    setBusy(true)
    setError(null)
    try {
      await work()
    } catch (thrown) {
      setError(thrown instanceof CardError ? thrown.message : messageOf(thrown))
    } finally {
      mutex.release()
      setBusy(false)
    }
  }
  return { isBusy, error, run: () => void run() }
}
