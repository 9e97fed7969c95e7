import { type Billing, openBilling } from '@knockwire/services/billing/billing'
import type { ApiContext } from '../../context.ts'

/** Null where payments are not set up. */
export const openBillingOf = async ({ settings, ...context }: ApiContext): Promise<Billing | null> =>
  settings.stripe === null
    ? null
    : openBilling({ ...context, settings: settings.stripe, publicOrigin: settings.publicOrigin })
