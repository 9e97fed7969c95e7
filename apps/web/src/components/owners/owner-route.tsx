import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMatch } from 'react-router'
import { isStatus } from '../../lib/api/api-error.ts'
import { useDeferredArrival } from '../../lib/browser/use-deferred-arrival.ts'
import { useHasUnsavedWork } from '../../lib/editing/unsaved-work.ts'
import { paths } from '../../lib/navigation/paths.ts'
import type { OwnerKind } from '../../lib/owners/owner-kind.ts'
import { ownerQuery } from '../../lib/owners/owner-queries.ts'
import { DetailFailure, DetailSkeleton } from '../layouts/detail-states.tsx'

interface OwnerRouteProps<View> {
  owner: OwnerKind<View, never, unknown>
  id: string
  children: (shown: {
    view: View
    /** It was deleted elsewhere while something unsaved is on this page. */
    isDeleted: boolean
    /** The address names its history. */
    isHistory: boolean
  }) => ReactNode
}

/** `/dashboard/tasks/:taskId` and the like, with the History tab below `/executions`. */
export function OwnerRoute<View>({ owner, id, children }: OwnerRouteProps<View>) {
  const isHistory = useMatch(`${paths.history({ kind: owner.kind, id: ':id' })}/*`) !== null
  const query = useQuery(ownerQuery(owner, id))
  const view = useDeferredArrival(query.data)
  const isUnsaved = useHasUnsavedWork()
  const isDeleted = isStatus(query.error, 404)
  // What was typed is not thrown away with its owner.
  if (view !== undefined && (!isDeleted || isUnsaved)) return children({ view, isDeleted, isHistory })
  return query.isError ? (
    <DetailFailure owner={owner} error={query.error} onRetry={() => void query.refetch()} />
  ) : (
    <DetailSkeleton owner={owner} />
  )
}
