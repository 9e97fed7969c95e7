import classes from './account.module.css'
import { PasskeysSection } from './passkeys-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

export function SecurityTab() {
  return (
    <div className={classes.stack}>
      <PasswordSection />
      <PasskeysSection />
      <SessionsSection />
    </div>
  )
}
