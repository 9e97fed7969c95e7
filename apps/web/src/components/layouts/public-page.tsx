import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ColorSchemeMenu } from '../ui/fields/color-scheme-menu.tsx'
import { Wordmark } from '../ui/layout/wordmark.tsx'
import classes from './public-page.module.css'

/** Around what visitors see without signing in. */
export function PublicPage({ children }: { children: ReactNode }) {
  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        <Link to="/" className={classes.home} aria-label="Knockwire, to the dashboard">
          <Wordmark />
        </Link>
        <ColorSchemeMenu />
      </header>
      <main>{children}</main>
    </div>
  )
}
