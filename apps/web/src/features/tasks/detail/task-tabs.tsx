import { NavLink } from 'react-router'
import classes from './detail.module.css'

/** The tabs are addresses, so they are links: they open in a new window, and Back goes through them. */
export function TaskTabs({ taskId }: { taskId: string }) {
  const path = `/dashboard/tasks/${taskId}`
  return (
    <nav aria-label="Task" className={classes.tabs}>
      <NavLink to={path} end className={classes.tab ?? ''}>
        Settings
      </NavLink>
      <NavLink to={`${path}/executions`} className={classes.tab ?? ''}>
        History
      </NavLink>
    </nav>
  )
}
