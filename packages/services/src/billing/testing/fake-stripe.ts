import {
  type Card,
  cards,
  type Customer,
  declined,
  type FakeAnswer,
  type FakeRequest,
  idOf,
  type Invoice,
  missing,
  monthSeconds,
  Rejection,
  type Subscription,
} from './fake-stripe-objects.ts'
import { cardView, customerView, invoiceView, subscriptionView } from './fake-stripe-views.ts'
import { type Form, formIn, parseForm, textIn, textsIn } from './form.ts'

/**
 * As much of Stripe as a subscription's life needs: customers, their card, one subscription each, what is charged and
 * credited. What it is sent is also checked against Stripe's own description (`stripe-peer.ts`).
 */
export class FakeStripe {
  readonly customers = new Map<string, Customer>()
  readonly cards = new Map<string, Card>()
  readonly subscriptions = new Map<string, Subscription>()
  /** Every charge that a card took, in cents. */
  readonly charges: { customer: string; amount: number }[] = []
  readonly #usedTokens = new Set<string>()
  readonly #prices: Record<string, number>
  readonly #nowSeconds: () => number

  constructor(prices: Record<string, number>, nowSeconds: () => number) {
    this.#prices = prices
    this.#nowSeconds = nowSeconds
  }

  answer(request: FakeRequest): FakeAnswer {
    try {
      return { status: 200, body: this.#route(request) }
    } catch (error) {
      if (error instanceof Rejection) return error.answer
      throw error
    }
  }

  subscriptionOf(customer: string): Subscription {
    const found = [...this.subscriptions.values()].filter(
      ({ customer: owner, status }) => owner === customer && status !== 'canceled',
    )
    if (found.length !== 1 || found[0] === undefined) throw new Error(`${customer} has ${found.length} subscriptions`)
    return found[0]
  }

  /** The period is over, and the card pays for the next one, or not. */
  renew(customer: string): void {
    const subscription = this.subscriptionOf(customer)
    if (subscription.cancelAtPeriodEnd) return this.end(customer)
    subscription.periodStart = subscription.periodEnd
    subscription.periodEnd += monthSeconds
    subscription.latestInvoice = this.#invoice(this.#priceOf(subscription.price), 'open')
    this.#collect(subscription)
  }

  /** From now on its charges are declined. */
  breakCard(customer: string): void {
    const id = this.customers.get(customer)?.defaultPaymentMethod
    const card = this.cards.get(id ?? '')
    if (card !== undefined) card.behaves = 'is declined when charged'
  }

  /** After the last try: cancelled or left unpaid, as the Stripe account is set. */
  stopCollecting(customer: string, status: 'canceled' | 'unpaid'): void {
    this.subscriptionOf(customer).status = status
  }

  end(customer: string): void {
    this.subscriptionOf(customer).status = 'canceled'
  }

  #route({ method, path, query, body }: FakeRequest): object {
    const form = parseForm(body)
    const [, , resource = '', id = '', action = ''] = path.split('/')
    switch (`${method} ${resource} ${id === '' ? '' : ':id'} ${action}`.trimEnd()) {
      case 'POST customers':
        return this.#createCustomer(form)
      case 'GET customers :id':
        return this.#customerView(this.#customer(id), query)
      case 'POST customers :id':
        return this.#updateCustomer(this.#customer(id), form)
      case 'DELETE customers :id':
        return this.#deleteCustomer(this.#customer(id))
      case 'POST payment_methods':
        return this.#createCard(form)
      case 'POST payment_methods :id attach':
        return this.#attachCard(this.#card(id), textIn(form, 'customer') ?? '')
      case 'POST payment_methods :id detach':
        return this.#detachCard(this.#card(id))
      case 'POST subscriptions':
        return this.#subscribe(form)
      case 'POST subscriptions :id':
        return this.#updateSubscription(this.#subscription(id), form)
      case 'DELETE subscriptions :id':
        return this.#cancel(this.#subscription(id), query)
      case 'POST invoices :id pay':
        return this.#payInvoice(id)
      default:
        throw missing(`address ${method} ${path}`)
    }
  }

  #customer(id: string): Customer {
    const customer = this.customers.get(id)
    if (customer === undefined) throw missing(`customer: '${id}'`)
    return customer
  }

  #card(id: string): Card {
    const card = this.cards.get(id)
    if (card === undefined) throw missing(`PaymentMethod: '${id}'`)
    return card
  }

  #subscription(id: string): Subscription {
    const subscription = this.subscriptions.get(id)
    if (subscription === undefined || subscription.status === 'canceled') throw missing(`subscription: '${id}'`)
    return subscription
  }

  #priceOf(price: string): number {
    const amount = this.#prices[price]
    if (amount === undefined) throw missing(`price: '${price}'`)
    return amount
  }

  #createCustomer(form: Form) {
    const customer: Customer = {
      id: idOf('cus'),
      email: textIn(form, 'email') ?? '',
      metadata: textsIn(formIn(form, 'metadata')),
      defaultPaymentMethod: null,
      balance: 0,
      isDeleted: false,
    }
    this.customers.set(customer.id, customer)
    return this.#customerView(customer)
  }

  #updateCustomer(customer: Customer, form: Form) {
    const method = textIn(formIn(form, 'invoice_settings'), 'default_payment_method')
    if (method !== undefined) {
      if (this.#card(method).customer !== customer.id) throw missing(`PaymentMethod: '${method}'`)
      customer.defaultPaymentMethod = method
    }
    return this.#customerView(customer)
  }

  #deleteCustomer(customer: Customer) {
    if (customer.isDeleted) throw missing(`customer: '${customer.id}'`)
    customer.isDeleted = true
    for (const subscription of this.subscriptions.values()) {
      if (subscription.customer === customer.id) subscription.status = 'canceled'
    }
    return { id: customer.id, object: 'customer', deleted: true }
  }

  #createCard(form: Form) {
    const token = textIn(formIn(form, 'card'), 'token') ?? ''
    // A token of a browser's is used once; those of the documentation may be used again.
    const known = cards[token] ?? cards[token.replace(/_once_\w+$/, '')]
    if (known === undefined) throw missing(`token: '${token}'`)
    if (token.includes('_once_') && this.#usedTokens.has(token)) {
      const message = 'You cannot use a Stripe token more than once.'
      throw new Rejection(400, { type: 'invalid_request_error', code: 'token_already_used', message })
    }
    this.#usedTokens.add(token)
    const card: Card = { id: idOf('pm'), customer: null, ...known }
    this.cards.set(card.id, card)
    return cardView(card)
  }

  #attachCard(card: Card, customer: string) {
    if (card.behaves === 'is declined when saved') throw declined()
    card.customer = this.#customer(customer).id
    return cardView(card)
  }

  #detachCard(card: Card) {
    const customer = this.customers.get(card.customer ?? '')
    if (customer?.defaultPaymentMethod === card.id) customer.defaultPaymentMethod = null
    card.customer = null
    return cardView(card)
  }

  #subscribe(form: Form) {
    const customer = this.#customer(textIn(form, 'customer') ?? '')
    const price = textIn(formIn(formIn(form, 'items'), '0'), 'price') ?? ''
    const amount = this.#priceOf(price)
    this.#charge(customer, amount)
    const subscription: Subscription = {
      id: idOf('sub'),
      customer: customer.id,
      itemId: idOf('si'),
      price,
      status: 'active',
      periodStart: this.#nowSeconds(),
      periodEnd: this.#nowSeconds() + monthSeconds,
      cancelAtPeriodEnd: false,
      metadata: textsIn(formIn(form, 'metadata')),
      latestInvoice: this.#invoice(amount, 'paid'),
    }
    this.subscriptions.set(subscription.id, subscription)
    return subscriptionView(subscription)
  }

  #updateSubscription(subscription: Subscription, form: Form) {
    const customer = this.#customer(subscription.customer)
    const item = formIn(formIn(form, 'items'), '0')
    const price = textIn(item, 'price')
    if (price !== undefined) {
      if (textIn(item, 'id') !== subscription.itemId) throw missing(`subscription item: '${textIn(item, 'id')}'`)
      const difference = this.#priceOf(price) - this.#priceOf(subscription.price)
      const prorated = Math.round(difference * this.#partLeft(subscription))
      if (prorated > 0) this.#charge(customer, prorated)
      else customer.balance += prorated
      subscription.price = price
    }
    const cancelAtPeriodEnd = textIn(form, 'cancel_at_period_end')
    if (cancelAtPeriodEnd !== undefined) subscription.cancelAtPeriodEnd = cancelAtPeriodEnd === 'true'
    Object.assign(subscription.metadata, textsIn(formIn(form, 'metadata')))
    return subscriptionView(subscription)
  }

  #cancel(subscription: Subscription, query: URLSearchParams) {
    if (query.get('prorate') === 'true') {
      const left = Math.round(this.#priceOf(subscription.price) * this.#partLeft(subscription))
      this.#customer(subscription.customer).balance -= left
    }
    subscription.status = 'canceled'
    return subscriptionView(subscription)
  }

  #payInvoice(id: string) {
    const subscription = [...this.subscriptions.values()].find(({ latestInvoice }) => latestInvoice.id === id)
    if (subscription === undefined) throw missing(`invoice: '${id}'`)
    this.#charge(this.#customer(subscription.customer), subscription.latestInvoice.amount)
    subscription.latestInvoice = { ...subscription.latestInvoice, status: 'paid', nextPaymentAttempt: null }
    subscription.status = 'active'
    return invoiceView(subscription.latestInvoice)
  }

  #collect(subscription: Subscription) {
    const { latestInvoice } = subscription
    try {
      this.#charge(this.#customer(subscription.customer), latestInvoice.amount)
      subscription.latestInvoice = { ...latestInvoice, status: 'paid' }
    } catch {
      subscription.latestInvoice = { ...latestInvoice, nextPaymentAttempt: this.#nowSeconds() + 3 * 86_400 }
      subscription.status = 'past_due'
    }
  }

  #charge(customer: Customer, amount: number) {
    const card = this.cards.get(customer.defaultPaymentMethod ?? '')
    if (card === undefined) {
      const message = 'This customer has no attached payment source or default payment method.'
      throw new Rejection(400, { type: 'invalid_request_error', code: 'resource_missing', message })
    }
    const fromCredit = Math.min(amount, Math.max(0, -customer.balance))
    if (card.behaves !== 'works' && amount > fromCredit) throw declined()
    customer.balance += fromCredit
    this.charges.push({ customer: customer.id, amount: amount - fromCredit })
  }

  #partLeft({ periodStart, periodEnd }: Subscription) {
    return Math.max(0, periodEnd - this.#nowSeconds()) / (periodEnd - periodStart)
  }

  #invoice(amount: number, status: Invoice['status']): Invoice {
    return { id: idOf('in'), status, amount, created: this.#nowSeconds(), nextPaymentAttempt: null }
  }

  #customerView(customer: Customer, query = new URLSearchParams()): object {
    const card = this.cards.get(customer.defaultPaymentMethod ?? '')
    const subscriptions = [...this.subscriptions.values()].filter(
      (one) => one.customer === customer.id && one.status !== 'canceled',
    )
    const expanded = [...query].flatMap(([name, value]) => (name.startsWith('expand') ? [value] : []))
    return customerView({ customer, card, subscriptions }, expanded)
  }
}
