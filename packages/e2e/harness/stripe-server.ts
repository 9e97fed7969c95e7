import { once } from 'node:events'
import { createServer } from 'node:http'
import { startStripePeer } from '@knockwire/services/billing/testing/stripe-peer'
import { Stripe } from 'stripe'

/** Stripe's API on loopback, and what its tests make happen there. */
export interface StripeServer {
  /** The product's settings that lead to it. */
  environment: Record<string, string>
  close: () => Promise<void>
}

/** Starts it in the process that starts the product; journeys reach it by `failRenewal` and the like from theirs. */
export const startStripeServer = async (): Promise<StripeServer> => {
  const peer = await startStripePeer({ isChecked: false })
  const { secretKey, publicKey, webhookSecret, prices, apiOrigin } = peer.settings
  const happenings: Record<string, (customer: string) => void> = {
    'fail-renewal': (customer) => {
      peer.stripe.breakCard(customer)
      peer.stripe.renew(customer)
    },
    'give-up': (customer) => peer.stripe.stopCollecting(customer, 'canceled'),
  }

  /** POST /{happening}?email=…&webhook=…: it happens, and Stripe notifies the product. */
  const control = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://control')
    const customer = [...peer.stripe.customers.values()].find(({ email }) => email === searchParams.get('email'))
    const happen = happenings[pathname.slice(1)]
    if (customer === undefined || happen === undefined) return void response.writeHead(404).end()
    happen(customer.id)
    sendEvent(searchParams.get('webhook') ?? '', webhookSecret, customer.id)
      .then((status) => response.writeHead(status === 204 ? 204 : 502).end())
      .catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(control, 'listening')
  const address = control.address()
  return {
    environment: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_PUBLIC_KEY: publicKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_PRICE_HOBBY: prices.HOBBY,
      STRIPE_PRICE_BUSINESS: prices.BUSINESS,
      STRIPE_API_ORIGIN: apiOrigin,
      KNOCKWIRE_E2E_STRIPE: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    },
    close: async () => {
      control.close()
      control.closeAllConnections()
      await peer.close()
    },
  }
}

const sendEvent = async (url: string, secret: string, customer: string): Promise<number> => {
  const event = { id: `evt_${crypto.randomUUID()}`, object: 'event', type: 'customer.subscription.updated' }
  const payload = JSON.stringify({ ...event, data: { object: { object: 'subscription', id: 'sub_told', customer } } })
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret })
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  return (await fetch(url, { method: 'POST', headers, body: payload })).status
}

/** Lets something happen to a person's subscription, and the product be notified. */
export const atStripe = async (
  happening: 'fail-renewal' | 'give-up',
  { email, dashboardUrl }: { email: string; dashboardUrl: string },
): Promise<void> => {
  const query = new URLSearchParams({ email, webhook: `${dashboardUrl}/api/v1/stripe/webhook` })
  const url = `${process.env['KNOCKWIRE_E2E_STRIPE']}/${happening}?${query.toString()}`
  const { status } = await fetch(url, { method: 'POST' })
  if (status !== 204) throw new Error(`${happening} answered ${status}`)
}
