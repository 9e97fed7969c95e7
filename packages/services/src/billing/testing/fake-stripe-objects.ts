import { randomBytes } from 'node:crypto'

export interface Customer {
  id: string
  email: string
  metadata: Record<string, string>
  defaultPaymentMethod: string | null
  /** Cents; negative: credit. */
  balance: number
  isDeleted: boolean
}

export interface Card {
  id: string
  last4: string
  customer: string | null
  behaves: CardBehaviour
}

export type CardBehaviour = 'works' | 'is declined when saved' | 'is declined when charged'

export interface Subscription {
  id: string
  customer: string
  itemId: string
  price: string
  status: 'active' | 'past_due' | 'unpaid' | 'canceled'
  periodStart: number
  periodEnd: number
  cancelAtPeriodEnd: boolean
  metadata: Record<string, string>
  latestInvoice: Invoice
}

export interface Invoice {
  id: string
  status: 'open' | 'paid'
  amount: number
  created: number
  nextPaymentAttempt: number | null
}

export interface FakeRequest {
  method: string
  path: string
  query: URLSearchParams
  body: string
}

export interface FakeAnswer {
  status: number
  body: object
}

/** Test cards of Stripe's documentation, by their tokens. */
export const cards: Record<string, Pick<Card, 'last4' | 'behaves'>> = {
  tok_visa: { last4: '4242', behaves: 'works' },
  tok_mastercard: { last4: '4444', behaves: 'works' },
  tok_chargeDeclined: { last4: '0002', behaves: 'is declined when saved' },
  tok_chargeCustomerFail: { last4: '0341', behaves: 'is declined when charged' },
}

export const monthSeconds = 30 * 86_400

export class Rejection extends Error {
  readonly answer: FakeAnswer
  constructor(status: number, error: { type: string; code?: string; message: string }) {
    super(error.message)
    this.answer = { status, body: { error } }
  }
}

export const declined = () =>
  new Rejection(402, { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' })
export const missing = (what: string) =>
  new Rejection(404, { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${what}` })

export const idOf = (prefix: string) => `${prefix}_${randomBytes(9).toString('hex')}`
