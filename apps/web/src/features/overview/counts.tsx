import type { OverviewView } from '@knockwire/domain/overview/overview'
import { Link } from 'react-router'
import { exactNumber } from '../../lib/format/format.ts'
import { paths } from '../../lib/navigation/paths.ts'
import classes from './overview.module.css'

interface Count {
  label: string
  count: number
  path: string
  tone?: 'bad' | 'warn'
}

interface CountsProps {
  tasks: OverviewView['tasks']['counts']
  receivers: OverviewView['receivers']['counts']
  heartbeats: OverviewView['receivers']['heartbeats']
}

/** How many tasks and receivers are in which state; each leads to their list. */
export const Counts = ({ tasks, receivers, heartbeats }: CountsProps) => (
  <div className={classes.counts}>
    <CountGroup
      title="Tasks"
      counts={[
        {
          label: 'Failing',
          count: tasks.FAILING + tasks.DEACTIVATED,
          path: paths.tasksIn('FAILING'),
          tone: 'bad',
        },
        { label: 'Late', count: tasks.LATE, path: paths.tasksIn('LATE'), tone: 'warn' },
        { label: 'Active', count: tasks.ACTIVE, path: paths.tasksIn('ACTIVE') },
        { label: 'Disabled', count: tasks.DISABLED, path: paths.tasksIn('DISABLED') },
      ]}
    />
    <CountGroup
      title="Receivers"
      counts={[
        { label: 'Down', count: heartbeats.DOWN, path: paths.receiversIn('DOWN'), tone: 'bad' },
        { label: 'Late', count: heartbeats.LATE, path: paths.receiversIn('LATE'), tone: 'warn' },
        { label: 'Active', count: receivers.ACTIVE, path: paths.receiversIn('ACTIVE') },
        { label: 'Disabled', count: receivers.DISABLED, path: paths.receiversIn('DISABLED') },
      ]}
    />
  </div>
)

const CountGroup = ({ title, counts }: { title: string; counts: readonly Count[] }) => (
  <section aria-label={title} className={classes.group}>
    <h2 className={classes.groupTitle}>{title}</h2>
    <ul className={classes.tiles}>
      {counts.map(({ label, count, path, tone }) => (
        <li key={label}>
          <Link to={path} className={classes.tile} data-tone={count > 0 ? tone : undefined}>
            <span className={classes.number}>{exactNumber(count)}</span> <span className={classes.label}>{label}</span>
          </Link>
        </li>
      ))}
    </ul>
  </section>
)
