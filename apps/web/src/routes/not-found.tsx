import { Button, VisuallyHidden } from '@mantine/core'
import { IconUnlink } from '@tabler/icons-react'
import { Link } from 'react-router'
import { EmptyState } from '../components/ui/empty-state.tsx'
import { Panel } from '../components/ui/panel.tsx'

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
