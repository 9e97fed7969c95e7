import type { BillingView, UpdatePlanInput } from '@knockwire/domain/billing/billing'
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Confirmation } from '../../components/confirmation/confirm-identity.tsx'
import { refreshAccount } from '../../lib/session/account.ts'
import { api } from '../../lib/api/api-client.ts'
import { timeFormat } from '../../lib/format/format.ts'
import { schemaOf } from '../../lib/api/schemas.ts'
import { snackbar } from '../../lib/browser/snackbar.ts'

const billingQuery = queryOptions({
  queryKey: ['billing'],
  queryFn: ({ signal }) => api.get('/api/v1/accounts/me/billing', schemaOf('AccountBillingView'), { signal }),
})

const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: ({ signal }) => api.get('/api/v1/accounts/me/usage', schemaOf('UsageView'), { signal }),
})

export const useBilling = () => useQuery(billingQuery)
export const useUsage = () => useQuery(usageQuery)

const setBilling = (client: QueryClient, billing: BillingView) =>
  client.setQueryData(billingQuery.queryKey, (old) => old && { ...old, billing })

const lifecycle = '/api/v1/accounts/me/lifecycle'

/** Runs what needs a recent proof of who asks. */
type Confirm = Confirmation['run']

export function useAddCard(confirm: Confirm) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (cardTokenId: string) =>
      confirm(() => api.post(`${lifecycle}/add-card`, { cardTokenId }, schemaOf('BillingAnswer'))),
    onSuccess: ({ billing }) => {
      setBilling(client, billing)
      snackbar.info('Your card has been added.')
    },
  })
}

export function useRemoveCard(confirm: Confirm) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => confirm(() => api.post(`${lifecycle}/remove-card`, undefined, schemaOf('BillingAnswer'))),
    onSuccess: ({ billing }) => {
      setBilling(client, billing)
      snackbar.info('Payment method deleted')
    },
  })
}

export function useUpdatePlan(confirm: Confirm) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: UpdatePlanInput) =>
      confirm(() => api.post(`${lifecycle}/update-plan`, input, schemaOf('PlanChangedView'))),
    onSuccess: async ({ billing }) => {
      setBilling(client, billing)
      // What the plan allows shows on every page.
      await Promise.all([refreshAccount(client), client.invalidateQueries({ queryKey: usageQuery.queryKey })])
      snackbar.info('Your account plan has been updated.')
    },
  })
}

/** "December 22, 2026", in the reader's time zone. */
export const dayOf = (epochSeconds: number): string =>
  timeFormat({ year: 'numeric', month: 'long', day: 'numeric' }).format(epochSeconds * 1000)
