import type { InstancePart } from '@knockwire/domain/instance/instance-rules'
import { IconExternalLink } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import { isAtOrBelow, paths } from '../../lib/navigation/paths.ts'
import classes from './shell.module.css'

interface NavItemLink {
  label: string
  to: string
  /** Served beside the dashboard, so it opens in a new tab. */
  isNewTab?: boolean
  /** A page of its own, which the dashboard's router does not draw. */
  isOtherDocument?: boolean
  /** Not every instance has it. */
  part?: InstancePart
}

/**
 * The top navigation, in its order [SH-03..SH-08]. What this instance does not have is there all the same, and is hidden: the bar is
 * drawn before its script runs, when nothing but the style sheets knows the instance.
 */
export const navLinks: readonly NavItemLink[] = [
  { label: 'Overview', to: paths.overview },
  { label: 'Tasks', to: paths.tasks },
  { label: 'Receivers', to: paths.receivers },
  { label: 'Mortgage Rates', to: '/rates', isOtherDocument: true, part: 'rates' },
  { label: 'Docs', to: '/docs', isNewTab: true, part: 'site' },
  { label: 'Blog', to: '/blog', isNewTab: true, part: 'site' },
  { label: 'Support', to: paths.support },
]

/** The task list answers at the base path too, and a draft is a task to be. */
export function isCurrent(to: string, pathname: string): boolean {
  if (isAtOrBelow(to, pathname)) return true
  return to === paths.tasks && (pathname.replace(/\/$/, '') === paths.dashboard || isAtOrBelow(paths.drafts, pathname))
}

interface NavItemProps {
  item: NavItemLink
  onClick?: () => void
}

export function NavItem({ item, onClick }: NavItemProps) {
  const { pathname } = useLocation()
  if (item.isNewTab) {
    return (
      <a
        href={item.to}
        target="_blank"
        rel="noopener"
        title="Opens in a new tab"
        className={classes.link}
        data-part={item.part}
        onClick={onClick}
      >
        {item.label}
        <IconExternalLink size={12} aria-hidden />
      </a>
    )
  }
  return (
    <Link
      to={item.to}
      reloadDocument={item.isOtherDocument ?? false}
      data-part={item.part}
      className={classes.link}
      onClick={onClick}
      aria-current={isCurrent(item.to, pathname) ? 'page' : undefined}
    >
      {item.label}
    </Link>
  )
}
