import { Button } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import { Link } from 'react-router'
import { EmptyState } from './empty-state.tsx'
import { PageHeader } from './page-header.tsx'
import { Panel } from './panel.tsx'

interface NotHereYetProps {
  title: string
  /** What will be here. */
  children: string
}

/** An honest page for what is planned and not built. */
export function NotHereYet({ title, children }: NotHereYetProps) {
  return (
    <>
      <PageHeader title={title} />
      <Panel>
        <EmptyState
          icon={<IconHourglass size={24} />}
          title="This page is not here yet"
          action={
            <Button component={Link} to="/dashboard/tasks" variant="default">
              Go to Tasks
            </Button>
          }
        >
          <p>{children}</p>
        </EmptyState>
      </Panel>
    </>
  )
}
