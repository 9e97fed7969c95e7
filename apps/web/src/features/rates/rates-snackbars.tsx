import { plainSnackbars, usePlainSnackbars } from '../../lib/browser/plain-snackbars.ts'
import classes from './rates-snackbars.module.css'

/** Top center, gone after 3.5 seconds, and announced politely [SN-01..SN-05]. */
export const RatesSnackbars = () => (
  <div className={classes.place} role="status">
    {usePlainSnackbars().map(({ id, message, className }) => (
      <div key={id} className={`${classes.snackbar} ${className}`}>
        <span>{message}</span>
        <button type="button" aria-label="Dismiss" className={classes.dismiss} onClick={() => plainSnackbars.hide(id)}>
          ×
        </button>
      </div>
    ))}
  </div>
)
