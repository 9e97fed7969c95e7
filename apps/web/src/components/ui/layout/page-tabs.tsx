import { useEffect, useRef } from 'react'
import { NavLink } from 'react-router'
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
  // On a narrow screen the one whose address was opened may be out of sight. A tab that only some have comes once it is known who reads.
  useEffect(() => {
    row.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [tabs.length])
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
