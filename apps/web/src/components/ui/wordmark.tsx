import classes from './wordmark.module.css'

/** A K that is a door, a wire and a knock. */
export function Wordmark() {
  return (
    <span className={classes.wordmark}>
      <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden>
        <rect width="32" height="32" rx="8" className={classes.tile} />
        <path d="M10 7v18" className={classes.door} />
        <path d="M23 8.5 16.5 16 23 23.5" className={classes.wire} />
        <circle cx="14" cy="16" r="2.2" className={classes.knock} />
      </svg>
      <span>Knockwire</span>
    </span>
  )
}
