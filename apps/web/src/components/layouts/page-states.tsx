import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconUnlink } from '@tabler/icons-react'
import { Link } from 'react-router'
import { paths } from '../../lib/navigation/paths.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { SkeletonRows } from '../ui/feedback/skeleton-rows.tsx'

/** The shape of a page while its code arrives. */
export function PageSkeleton() {
  return (
    <>
      <Skeleton height="var(--kw-control)" width={180} mb={24} />
      <Panel flush>
        <SkeletonRows label="Loading..." rows={6} />
      </Panel>
    </>
  )
}

export function NotFound() {
  return (
    <Panel>
      <title>Not found · Knockwire</title>
      <VisuallyHidden component="h1">Not found</VisuallyHidden>
      <EmptyState
        icon={<IconUnlink size={24} />}
        title="There is no page at this address"
        action={
          <Button component={Link} to={paths.tasks}>
            Go to Tasks
          </Button>
        }
      >
        <p>The link may be outdated or incomplete.</p>
      </EmptyState>
    </Panel>
  )
}
