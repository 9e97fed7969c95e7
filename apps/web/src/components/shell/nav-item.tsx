import { IconExternalLink } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import type { NavLinkItem } from './nav-links.ts'
import { isCurrent } from './nav-links.ts'
import classes from './shell.module.css'

interface NavItemProps {
  item: NavLinkItem
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
      className={classes.link}
      onClick={onClick}
      aria-current={isCurrent(item.to, pathname) ? 'page' : undefined}
    >
      {item.label}
    </Link>
  )
}
