import { useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import classes from './page-tabs.module.css'

interface PageTabsProps {
  /** What the tabs are of: "Task". */
  label: string
  /** The first is the page's own address, the others stand below it. */
  tabs: readonly { to: string; text: string; isUnsaved?: boolean }[]
}

/** The tabs are addresses, so they are links: they open in a new window, and Back goes through them. */
export function PageTabs({ label, tabs }: PageTabsProps) {
  const row = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // On a narrow screen the current one may be out of sight.
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('[aria-current="page"]')
    if (row.current && current) row.current.scrollLeft = current.offsetLeft - row.current.offsetLeft - 24
  }, [pathname])
  return (
    <nav ref={row} aria-label={label} className={classes.tabs}>
      {tabs.map(({ to, text, isUnsaved = false }, index) => (
        <NavLink key={to} to={to} end={index === 0} className={classes.tab ?? ''}>
          {text}
          {isUnsaved && (
            <span className={classes.unsaved} role="img" aria-label="Unsaved changes" title="Unsaved changes" />
          )}
        </NavLink>
      ))}
    </nav>
  )
}
