import {
  AccountBillingView,
  AddCardInput,
  BillingAnswer,
  PlanChangedView,
  UpdatePlanInput,
} from '@knockwire/domain/billing/billing'
import { AppError } from '@knockwire/domain/errors'
import type { Billing } from '@knockwire/services/billing/billing'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { ApiContext } from '../../context.ts'
import { requireCaller } from '../../plugins/route-config.ts'
import { addCard, removeCard } from './cards.ts'
import { changePlan } from './change-plan.ts'
import { openBillingOf } from './open-billing.ts'
import { readBilling } from './read-billing.ts'
import { stripeWebhookRoute } from './stripe-webhook-route.ts'

const tags = ['Billing']
/** A token that leaked, or a session that was left open, must not spend its owner's money, nor end what they pay for. */
const config = { needs: 'confirmed-session', role: 'OWNER', hasErrorField: true } as const

const requireBilling = (billing: Billing | null): Billing => {
  if (billing === null) throw new AppError('NOT_SET_UP', 'Payments are not set up on this server.')
  return billing
}

export const billingRoutes =
  (context: ApiContext): FastifyPluginAsyncZod =>
  async (app) => {
    const billing = await openBillingOf(context)

    app.get(
      '/accounts/me/billing',
      { schema: { tags, summary: 'Get your payment method and next payment', response: { 200: AccountBillingView } } },
      async (request) => readBilling(context, requireCaller(request)),
    )

    app.post(
      '/accounts/me/lifecycle/add-card',
      {
        config,
        schema: { tags, summary: 'Save a card', body: AddCardInput, response: { 200: BillingAnswer } },
      },
      async (request) => ({
        billing: await addCard(requireBilling(billing), requireCaller(request), request.body),
      }),
    )

    app.post(
      '/accounts/me/lifecycle/update-plan',
      {
        config,
        schema: { tags, summary: 'Change your plan', body: UpdatePlanInput, response: { 200: PlanChangedView } },
      },
      async (request) => changePlan(requireBilling(billing), requireCaller(request), request.body),
    )

    app.post(
      '/accounts/me/lifecycle/remove-card',
      { config, schema: { tags, summary: 'Remove the saved card', response: { 200: BillingAnswer } } },
      async (request) => ({ billing: await removeCard(requireBilling(billing), requireCaller(request)) }),
    )

    await app.register(stripeWebhookRoute(() => requireBilling(billing)))
  }
