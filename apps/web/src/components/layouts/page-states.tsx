import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconBug, IconUnlink } from '@tabler/icons-react'
import { Link } from 'react-router'
import { EmptyState } from '../ui/empty-state.tsx'
import { Panel } from '../ui/panel.tsx'
import { SkeletonRows } from '../ui/skeleton-rows.tsx'

/** The shape of a page while its code arrives. */
export function PageSkeleton() {
  return (
    <>
      <Skeleton height={40} width={180} mb={24} />
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
          <Button component={Link} to="/dashboard/tasks">
            Go to Tasks
          </Button>
        }
      >
        <p>The link may be old, or a character of it may be missing.</p>
      </EmptyState>
    </Panel>
  )
}

/** A page that crashed or could not be fetched (a new version may have replaced it); the shell around it goes on. */
export function PageCrash() {
  return (
    <div role="alert">
      <Panel>
        <EmptyState
          icon={<IconBug size={24} />}
          title="This page could not be shown"
          action={<Button onClick={() => window.location.reload()}>Reload the page</Button>}
        >
          <p>Your tasks run on, and nothing saved was lost. Reloading usually helps; if not, write to support.</p>
        </EmptyState>
      </Panel>
    </div>
  )
}
