import type { SeriesRange } from '@knockwire/domain/series/series'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api-client.ts'
import { receiverKey } from '../../../lib/api/query-keys.ts'
import { refetchEvery } from '../../../lib/api/query-state.ts'
import { schemaOf } from '../../../lib/api/schemas.ts'

const changesEveryMs = 10_000
/** Its newest stretch grows. */
const historyEveryMs = 60_000

const pathOf = (receiverId: string) => `/api/v1/receivers/${encodeURIComponent(receiverId)}/heartbeat`

/** When its heartbeat changed; read again once it has (`seen`), and for what becomes of the notifications. */
export const heartbeatChangesQuery = (receiverId: string, seen: string) =>
  queryOptions({
    queryKey: [...receiverKey(receiverId), 'heartbeat-changes', seen],
    queryFn: ({ signal }) => api.get(`${pathOf(receiverId)}/changes`, schemaOf('HeartbeatChangeList'), { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refetchEvery(changesEveryMs),
  })

/** The states of its heartbeat over a time; read again once it has changed (`seen`). */
export const heartbeatHistoryQuery = (receiverId: string, range: SeriesRange, seen: string) =>
  queryOptions({
    queryKey: [...receiverKey(receiverId), 'heartbeat-history', range, seen],
    queryFn: ({ signal }) =>
      api.get(`${pathOf(receiverId)}/history?range=${range}`, schemaOf('HeartbeatHistoryView'), { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refetchEvery(historyEveryMs),
  })
