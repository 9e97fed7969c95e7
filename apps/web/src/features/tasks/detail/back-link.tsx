import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import classes from './detail.module.css'

export function BackLink() {
  return (
    <Anchor component={Link} to="/dashboard/tasks" className={classes.back ?? ''}>
      {'< Back to Tasks'}
    </Anchor>
  )
}
