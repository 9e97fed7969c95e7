import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { Link, Navigate } from 'react-router'
import { isStatus } from '../../lib/api/api-error.ts'
import type { OwnerKind } from '../../lib/owners/owner-kind.ts'
import { EmptyState, ErrorState } from '../ui/feedback/empty-state.tsx'
import { BackLink, PageHeader } from '../ui/layout/page-header.tsx'
import { Columns } from '../ui/layout/columns.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import classes from './detail-states.module.css'

type Words = Pick<OwnerKind<unknown, never, unknown>, 'kind' | 'title' | 'listPath' | 'missingHint' | 'settingsShape'>

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

interface DetailSkeletonProps {
  owner: Words
  title?: string
  label?: string
}

/** Holds the place of a header and of the settings while the page loads. */
export const DetailSkeleton = ({
  owner,
  title = owner.title,
  label = `Loading ${owner.kind}...`,
}: DetailSkeletonProps) => (
  <>
    <PageHeader title={title} before={<BackLink to={owner.listPath} label={`${owner.title}s`} />} />
    <SectionsSkeleton label={label} sections={owner.settingsShape} />
  </>
)

/** Goes on at another address, and holds the place of what is shown there until its code is loaded. */
export const DetailRedirect = ({ to, ...shown }: DetailSkeletonProps & { to: string }) => (
  <>
    <DetailSkeleton {...shown} />
    <Navigate to={to} replace />
  </>
)

interface DetailFailureProps {
  owner: Words
  title?: string
  error: unknown
  onRetry: () => void
}

export const DetailFailure = ({ owner, title = owner.title, error, onRetry }: DetailFailureProps) => (
  <>
    <PageHeader title={title} before={<BackLink to={owner.listPath} label={`${owner.title}s`} />} />
    <Panel>
      {isStatus(error, 404) ? (
        <EmptyState
          title={`There is no such ${owner.kind}`}
          action={
            <Button component={Link} to={owner.listPath} variant="default">
              Go to {owner.title}s
            </Button>
          }
        >
          <p>{owner.missingHint}</p>
        </EmptyState>
      ) : (
        <ErrorState title={`The ${owner.kind} could not be loaded.`} error={error} onRetry={onRetry} />
      )}
    </Panel>
  </>
)
