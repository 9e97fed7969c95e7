import { infiniteQueryOptions, keepPreviousData, type Query, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api-client.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { refetchEvery } from '../../lib/api/query-state.ts'
import { schemaOf } from '../../lib/api/schemas.ts'

export const operatorPath = '/api/v1/operator'

/** All that the operator's pages read begins with it: each act may change any of it. */
export const operatorKey = ['operator'] as const

/** How many accounts or users one page of their list has. */
export const operatorPageSize = 25

/** The proof of who the reader is has become too old. */
export const isConfirmationNeeded = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'CONFIRMATION_NEEDED'

const poll = refetchEvery(15_000)

export const overviewQuery = queryOptions({
  queryKey: [...operatorKey, 'overview'],
  queryFn: ({ signal }) => api.get(`${operatorPath}/overview`, schemaOf('OperatorOverview'), { signal }),
  // Until its reader has confirmed who they are, each of these calls would be rejected.
  refetchInterval: (query: Pick<Query, 'state'>) => (isConfirmationNeeded(query.state.error) ? false : poll(query)),
})

/** A page of a list: `page` counts from 0. */
export interface ListAddress {
  search: string
  page: number
}

const listQuery = ({ search, page }: ListAddress): string =>
  new URLSearchParams({ search, page: String(page), size: String(operatorPageSize) }).toString()

export const accountsQuery = (address: ListAddress) =>
  queryOptions({
    queryKey: [...operatorKey, 'accounts', address],
    queryFn: ({ signal }) =>
      api.get(`${operatorPath}/accounts?${listQuery(address)}`, schemaOf('OperatorAccountPage'), { signal }),
    placeholderData: keepPreviousData,
  })

export const usersQuery = (address: ListAddress) =>
  queryOptions({
    queryKey: [...operatorKey, 'users', address],
    queryFn: ({ signal }) =>
      api.get(`${operatorPath}/users?${listQuery(address)}`, schemaOf('OperatorUserPage'), { signal }),
    placeholderData: keepPreviousData,
  })

export const errorsQuery = queryOptions({
  queryKey: [...operatorKey, 'errors'],
  queryFn: ({ signal }) => api.get(`${operatorPath}/errors`, schemaOf('ReportedErrorList'), { signal }),
})

export const activityQuery = infiniteQueryOptions({
  queryKey: [...operatorKey, 'activity'],
  queryFn: ({ pageParam, signal }) => {
    const query = pageParam === null ? '' : `?before=${pageParam}`
    return api.get(`${operatorPath}/audit-events${query}`, schemaOf('AuditPage'), { signal })
  },
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
})
