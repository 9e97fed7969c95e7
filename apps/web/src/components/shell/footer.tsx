import { useState } from 'react'
import { Link } from 'react-router'
import classes from './shell.module.css'

export function Footer() {
  const [year] = useState(() => new Date().getFullYear())
  return (
    <footer className={classes.footer}>
      <div className={classes.footerInner}>
        <span>© {year} Knockwire</span>
        <Link to="/dashboard/support" className={classes.footerLink}>
          Support
        </Link>
      </div>
    </footer>
  )
}
