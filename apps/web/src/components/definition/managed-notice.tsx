import type { TaskView } from '@knockwire/domain/tasks/task'
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '../../lib/navigation/paths.ts'
import { RelativeTime } from '../ui/feedback/relative-time.tsx'
import classes from './definition.module.css'

interface ManagedNoticeProps {
  managedBy: TaskView['managedBy']
}

/** Says that a file manages what the page shows, and what becomes of edits here. */
export function ManagedNotice({ managedBy }: ManagedNoticeProps) {
  if (managedBy === null) return null
  const { project, source, editedAt } = managedBy
  return (
    <p className={classes.managed}>
      Managed by project{' '}
      <Anchor component={Link} to={paths.accountTab('code')} inherit underline="always">
        {project}
      </Anchor>
      {source !== null && (
        <>
          {' '}
          (<span className={classes.source}>{source}</span>)
        </>
      )}
      .{' '}
      {editedAt === null ? (
        'Changes made here are overwritten when the file is next applied.'
      ) : (
        <>
          Edited by hand <RelativeTime at={editedAt} />: the next apply overwrites that.
        </>
      )}
    </p>
  )
}
