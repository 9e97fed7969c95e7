import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { Link } from 'react-router'
import { isStatus } from '../../lib/api/api-error.ts'
import { EmptyState, ErrorState } from '../ui/feedback/empty-state.tsx'
import { BackLink, PageHeader } from '../ui/layout/page-header.tsx'
import { Columns } from '../ui/layout/columns.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import classes from './detail-states.module.css'

/** What the page shows one of, and the list it belongs to. */
export interface DetailKind {
  /** "task". */
  name: string
  list: { to: string; label: string }
  /** Why there may be none at this address. */
  missingHint: string
}

interface SectionsSkeletonProps {
  label: string
  /** How many values each section has. */
  sections: readonly number[]
}

/** Two columns of settings' final shape while they load: a title, then labels and values. */
export const SectionsSkeleton = ({ label, sections }: SectionsSkeletonProps) => (
  <>
    <VisuallyHidden role="status">{label}</VisuallyHidden>
    <Columns aside={<SectionSkeleton values={4} />}>
      {sections.map((values, section) => (
        <SectionSkeleton key={section} values={values} />
      ))}
    </Columns>
  </>
)

const SectionSkeleton = ({ values }: { values: number }) => (
  <Panel>
    <Skeleton height={16} width={140} my={12} aria-hidden />
    {Array.from({ length: values }, (_, row) => (
      <div key={row} className={classes.value} aria-hidden>
        <Skeleton height={12} width={96} />
        <Skeleton height={12} width={`${30 + ((row * 23) % 40)}%`} />
      </div>
    ))}
  </Panel>
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
              Go to {list.label}
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
