import { AppError } from '@knockwire/domain/errors'
import type { Logger } from 'pino'

/** What Stripe's library throws, as far as it matters; the library itself is loaded only where Stripe is set up. */
interface StripeFailure {
  type: string
  message: string
  code?: string
  statusCode?: number
  requestId?: string
}

const asStripeFailure = (error: unknown): StripeFailure | null =>
  error instanceof Error && 'type' in error && typeof error.type === 'string' && error.type.startsWith('Stripe')
    ? (error as Error & StripeFailure)
    : null

/** Whether Stripe has rejected the call, and did not merely fail to answer: repeated with the same key, it would be rejected again. */
export const isAnswered = (error: unknown): boolean => {
  const type = asStripeFailure(error)?.type
  return type === 'StripeCardError' || type === 'StripeInvalidRequestError' || type === 'StripeIdempotencyError'
}

/**
 * Whether Stripe failed with an error of its own, which it then answers to the same key for a day. What it had done
 * by then is read before the next change, which goes on under new keys.
 */
export const isStripeServerError = (error: unknown): boolean => {
  const failure = asStripeFailure(error)
  return failure?.type === 'StripeAPIError' && (failure.statusCode ?? 0) >= 500
}

const unreachable = (cause: unknown) =>
  new AppError('UNAVAILABLE', 'The payment provider cannot be reached. Try again; you will not be charged twice.', {
    retryAfterSeconds: 10,
    cause,
  })

/** Also what a card's bank wants that this form cannot give, such as a confirmation in its app. */
const cardMessage = ({ message, code }: StripeFailure) =>
  code === 'authentication_required' || code === 'subscription_payment_intent_requires_action'
    ? 'Your bank requires a confirmation that is not supported here. Use another card.'
    : message

/** For the dialog: a card error in Stripe's own words, which are written for the card's owner. */
export const paymentError = (error: unknown, log: Logger): unknown => {
  const failure = asStripeFailure(error)
  if (failure === null) return error
  const { type, code, requestId } = failure
  log.warn({ event: 'stripe rejected', type, code, stripeRequestId: requestId }, 'Stripe rejected a change')
  if (type === 'StripeCardError') return new AppError('PAYMENT_FAILED', cardMessage(failure), { cause: error })
  if (type === 'StripeInvalidRequestError' && isOfToken(failure)) {
    return new AppError('PAYMENT_FAILED', 'This card could not be used. Enter it again.', { cause: error })
  }
  if (type === 'StripeConnectionError' || type === 'StripeAPIError' || type === 'StripeRateLimitError') {
    return unreachable(error)
  }
  return new AppError(
    'UNAVAILABLE',
    'The payment provider rejected this server’s request. Nothing was charged. Contact its administrator.',
    { cause: error },
  )
}

const isOfToken = ({ code, message }: StripeFailure) =>
  code === 'token_already_used' || code === 'token_in_use' || (code === 'resource_missing' && message.includes('tok_'))
