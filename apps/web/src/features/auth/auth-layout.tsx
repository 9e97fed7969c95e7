import type { ReactNode } from 'react'
import { ColorSchemeMenu } from '../../components/ui/fields/color-scheme-menu.tsx'
import { Panel } from '../../components/ui/layout/panel.tsx'
import { Wordmark } from '../../components/ui/layout/wordmark.tsx'
import classes from './auth.module.css'

interface AuthLayoutProps {
  title: string
  /** A line under the heading. */
  lead?: ReactNode
  /** Under the panel: the way to the other page. */
  aside?: ReactNode
  children: ReactNode
}

/** As a ref: these pages have one form, and a visitor wants to type into its first field. */
export const focusOnArrival = (field: HTMLInputElement | null): void => field?.focus()

/** What stands around the pages before the dashboard. */
export const AuthFrame = ({ children }: { children?: ReactNode }) => (
  <div className={classes.page}>
    <header className={classes.bar}>
      <a href="/" className={classes.home} aria-label="Knockwire">
        <Wordmark />
      </a>
      <ColorSchemeMenu />
    </header>
    <main className={classes.main}>{children}</main>
  </div>
)

/** The pages before the dashboard: one form each. */
export function AuthLayout({ title, lead, aside, children }: AuthLayoutProps) {
  return (
    <AuthFrame>
      <title>{`${title} · Knockwire`}</title>
      <div className={classes.column}>
        <h1 className={classes.title}>{title}</h1>
        {lead && (
          <p className={classes.lead} aria-live="polite">
            {lead}
          </p>
        )}
        <Panel>{children}</Panel>
        {aside && <p className={classes.aside}>{aside}</p>}
      </div>
    </AuthFrame>
  )
}
