import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { Link } from 'react-router'
import { isStatus } from '../../lib/api-error.ts'
import { EmptyState, ErrorState } from '../ui/empty-state.tsx'
import { BackLink, PageHeader } from '../ui/page-header.tsx'
import { Panel } from '../ui/panel.tsx'

/** What the page shows one of, and the list it belongs to. */
export interface DetailKind {
  /** "task". */
  name: string
  list: { to: string; place: string }
  /** Why there may be none at this address. */
  missingHint: string
}

interface SectionsSkeletonProps {
  label: string
  /** Of the two sections, in pixels. */
  heights: readonly [number, number]
}

/** Holds the place of two sections while they load. */
export const SectionsSkeleton = ({ label, heights: [first, second] }: SectionsSkeletonProps) => (
  <>
    <VisuallyHidden role="status">{label}</VisuallyHidden>
    <Skeleton height={first} mb="md" maw={960} />
    <Skeleton height={second} maw={960} />
  </>
)

interface DetailSkeletonProps extends SectionsSkeletonProps {
  kind: DetailKind
  title: string
}

/** Holds the place of a header and two sections while the page loads. */
export const DetailSkeleton = ({ kind, title, ...sections }: DetailSkeletonProps) => (
  <>
    <PageHeader title={title} before={<BackLink {...kind.list} />} />
    <SectionsSkeleton {...sections} />
  </>
)

interface DetailFailureProps {
  kind: DetailKind
  title: string
  error: unknown
  onRetry: () => void
}

export const DetailFailure = ({ kind: { name, list, missingHint }, title, error, onRetry }: DetailFailureProps) => (
  <>
    <PageHeader title={title} before={<BackLink {...list} />} />
    <Panel>
      {isStatus(error, 404) ? (
        <EmptyState
          title={`There is no such ${name}`}
          action={
            <Button component={Link} to={list.to} variant="default">
              Go to {list.place}
            </Button>
          }
        >
          <p>{missingHint}</p>
        </EmptyState>
      ) : (
        <ErrorState title={`The ${name} could not be loaded.`} error={error} onRetry={onRetry} />
      )}
    </Panel>
  </>
)
