import { Wordmark } from '../../components/ui/wordmark.tsx'
import classes from './rates.module.css'

/** The page stands outside the dashboard's shell [SH-32], and leads to it. */
export const PageHeader = ({ isSignedIn }: { isSignedIn: boolean }) => (
  <header className={classes.bar}>
    <a href="/" className={classes.home} aria-label="Knockwire, home page">
      <Wordmark />
    </a>
    <nav aria-label="Site" className={classes.nav}>
      <a href="/docs">Docs</a>
      {isSignedIn ? <a href="/dashboard">Dashboard</a> : <a href="/signin?returnUrl=%2Frates">Sign in</a>}
    </nav>
  </header>
)
