import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import classes from './back-link.module.css'

interface BackLinkProps {
  to: string
  /** "Tasks". */
  place: string
}

export function BackLink({ to, place }: BackLinkProps) {
  return (
    <Anchor component={Link} to={to} className={classes.back ?? ''}>
      {`< Back to ${place}`}
    </Anchor>
  )
}
